/// The printed lines of one interleaving, in their order.
public struct Observations {
    var lines: [String]
    var completions: Int

    init(_ console: Console, operationsInQueue: Int = 0, completions: Int = 0) {
        lines = console.lines
        self.completions = completions
    }

    var text: String { lines.joined(separator: ", ") }
}
