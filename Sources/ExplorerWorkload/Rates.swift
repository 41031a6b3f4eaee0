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

    /// A program, and what it comes to.
    private enum Program {
        case function(@Sendable () -> Int)
        case asynchronous(@Sendable () async -> Int)
    }

    private static let programs: [String: Program] = [
        "lost-update": .function { lostUpdateInGroup() },
        "last-zero": .function { lastZero(10) },
        "writers": .function { writers(10) },
        "actors": .asynchronous { await twoActors() },
    ]

    /// Goes through all interleavings of a program so many times, as `interleave explore` does, each result and failure noted.
    static func measure(_ name: String, _ options: ExplorationOptions) -> Rate? {
        guard let program = programs[name] else { return nil }
        let session = ExplorationSession(explored(program), options: options)
        // From the end of the first execution to that of the last. The simplest way to each result is looked for afterwards.
        let clock = ContinuousClock()
        let pause = options.repetitions >= 1000 ? 0xFF : 0
        var first: ContinuousClock.Instant?, last = clock.now, seen = 0, counted = 0
        session.continues = { progress in
            seen += 1
            if seen & pause == 1 & pause {
                last = clock.now
                counted = seen
                if first == nil { first = last }
            }
            return true
        }
        let report = session.explore()
        guard let first, counted > 1 else { return nil }
        return Rate(executions: counted - 1, complete: report.executions, nanoseconds: Int(first.duration(to: last) / .nanoseconds(1)))
    }

    private static func explored(_ program: Program) -> ExploredProgram {
        // The tasks of what is explored take turns on one thread.
        nonisolated(unsafe) var outcome = 0
        switch program {
        case .function(let function):
            return ExploredProgram(body: { outcome = function() }, conclude: { ("\(outcome)", true) })
        case .asynchronous(let function):
            var explored = ExploredProgram(
                body: { Task { @MainActor in outcome = await function() } }, conclude: { ("\(outcome)", true) })
            explored.isAsynchronous = true
            return explored
        }
    }
}
