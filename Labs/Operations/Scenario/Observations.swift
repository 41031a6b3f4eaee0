/// The counted observations of a run.
public struct Observations: Codable, Sendable {
    /// Numbers that were printed.
    public var numbers: Int
    /// Numbers that were printed before "Main thread is here".
    public var numbersBeforeMain: Int
    /// Operations whose numbers were not interrupted by those of another one.
    public var inOnePiece: Int
    /// How often the lines of a block were interrupted by those of another one.
    public var mixedBlocks: Int
    /// For each operation that printed, the number of its thread. The main thread is 1.
    public var threads: [String: Int]
    /// Operations in the queue when the main thread looked (`operationCount`).
    public var operationsInQueue: Int
    /// How often the completion block ran.
    public var completions: Int

    init(_ console: Console, operationsInQueue: Int = 0, completions: Int = 0) {
        let lines = console.lines
        let counted = lines.filter { $0.number != nil }
        numbers = counted.count
        numbersBeforeMain = lines.prefix { !($0.author.isEmpty) }.count { $0.number != nil }
        inOnePiece = Self.pieces(counted).values.count { $0 == 1 }
        mixedBlocks = Self.pieces(lines).values.reduce(0) { $0 + $1 - 1 }
        threads = Dictionary(lines.filter { !$0.author.isEmpty }.map { ($0.author, $0.thread) }) { first, _ in first }
        self.operationsInQueue = operationsInQueue
        self.completions = completions
    }

    /// For each author, in how many pieces its lines are.
    private static func pieces(_ lines: [Console.Line]) -> [String: Int] {
        var pieces: [String: Int] = [:], latest: String?
        for line in lines where line.author != latest {
            pieces[line.author, default: 0] += 1
            latest = line.author
        }
        return pieces
    }

    /// Operations whose lines came from the main thread.
    public var onMainThread: Int { threads.values.count { $0 == 1 } }
}
