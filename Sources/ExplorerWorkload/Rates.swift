import ExploredPrograms
import Explorer

/// How fast programs are explored.
enum Rates {
    /// What came of it, in a line: executions, of them complete, nanoseconds.
    struct Rate: CustomStringConvertible {
        var executions: Int
        var complete: Int
        var nanoseconds: Int
        var description: String { "\(executions)\t\(complete)\t\(nanoseconds)" }
    }

    static let programs: [String: @Sendable () -> Int] = [
        "lost-update": { lostUpdateInGroup() },
        "last-zero": { lastZero(10) },
        "writers": { writers(10) },
    ]

    /// Goes through all interleavings of a program so many times, as `interleave explore` does, each result and failure noted.
    static func measure(_ name: String, _ options: ExplorationOptions) -> Rate? {
        guard let program = programs[name] else { return nil }
        var outcome = 0
        let explored = ExploredProgram(body: { outcome = program() }, conclude: { ("\(outcome)", true) })
        let session = ExplorationSession(explored, options: options)
        // What comes after the search takes as long for one round as for thousands: it is no part of the rate.
        let clock = ContinuousClock()
        var first: ContinuousClock.Instant?, last = clock.now, seen = 0, counted = 0
        session.continues = { progress in
            seen += 1
            if seen & 0xFF == 1 {
                last = clock.now
                counted = seen
                if first == nil { first = last }
            }
            return true
        }
        let start = clock.now
        let report = session.explore()
        let whole = start.duration(to: clock.now)
        let executions = report.executions + report.blocked
        guard options.repetitions > 1, let first, counted > 1 else {
            return Rate(executions: executions, complete: report.executions, nanoseconds: Int(whole / .nanoseconds(1)))
        }
        return Rate(executions: counted - 1, complete: report.executions, nanoseconds: Int(first.duration(to: last) / .nanoseconds(1)))
    }
}
