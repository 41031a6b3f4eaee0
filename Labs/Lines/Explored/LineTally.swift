/// The lines themselves.
struct LineTally {
    private(set) var all: [String] = []
    var lines: Int { all.count }

    mutating func add(_ line: String) { all.append(line) }
}
