import Explorer
import Trace
import Words

/// A failure of real runs, and how often it came.
public struct ChaosFinding: Sendable {
    public var verdict: Verdict
    /// One sentence.
    public var summary: String
    /// Places, with what the code does there.
    public var places: [Place] = []
    /// The number of runs in which it came, and the first of them, from 1 on.
    public var runs = 0
    public var first = 0
    /// The recording of the first of these runs.
    public var trace: String?

    /// A place of the program.
    public struct Place: Sendable, Hashable {
        public var file: String
        public var line: Int
        public var text: String
        public var what: String
    }
}

/// The failures of many real runs of a program, and how much of what can happen they have seen.
public struct ChaosReport: Sendable {
    public internal(set) var findings: [ChaosFinding] = []
    /// The runs that were made.
    public internal(set) var runs = 0
    public internal(set) var seconds = 0.0
    /// The outcomes, with the number of runs that had them.
    public internal(set) var outcomes: [(text: String, runs: Int)] = []
    /// Orders of two steps of different threads at the same object that were seen: pairs of places.
    public internal(set) var orders: Set<ChaosMeeting> = []
    /// Orders of which the opposite one was seen too.
    public internal(set) var bothWays = 0
    /// The run that saw an order for the last time that no run before had seen.
    public internal(set) var lastNew = 0
    /// Sentences about what was not seen.
    public internal(set) var limits: [String] = []
    /// The test framework's message about a test whose body did not run.
    public internal(set) var skipped: String?

    /// "orders of conflicting steps seen: 12, 4 of them both ways around; the last new one in run 7"
    public var coverage: String {
        if orders.isEmpty { return "No two threads met at an object or a variable." }
        let both = bothWays == 0 ? "none of them in both orders" : "\(bothWays) of them in both orders"
        return
            "\(Wording.count(pairs, "pair")) of conflicting steps seen, \(both). The last new order came in run \(lastNew)."
    }

    /// Pairs of places, in whatever order.
    public var pairs: Int { orders.count - bothWays }
}
