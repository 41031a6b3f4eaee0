/// The same with tasks and an actor. Two child tasks ask the printer to count.
///
/// A method of an actor runs without interruption if it has no `await`. So each task prints its
/// numbers in one piece. `await` waits for the end, and nothing has to be announced.
public func countWithTasks(upTo limit: Int) async -> Observations {
    let console = Console()
    let printer = Printer(console)
    async let first: Void = printer.count(0..<limit, for: "first")
    async let second: Void = printer.count(0..<limit, for: "second")
    _ = await (first, second)
    return Observations(console)
}

actor Printer {
    private let console: Console

    init(_ console: Console) { self.console = console }

    func count(_ numbers: Range<Int>, for name: String) {
        console.printThreads(from: name)
        for number in numbers {
            calculate()
            console.printCount(number, from: name)
        }
    }
}
