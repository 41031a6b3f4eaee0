import ExploredPrograms
import Explorer

/// Measures how fast programs are explored.
enum Rates {
    /// The result in a line: executions, complete ones among them, nanoseconds.
    struct Rate: CustomStringConvertible {
        var executions: Int
        var complete: Int
        var nanoseconds: Int
        var description: String { "\(executions)\t\(complete)\t\(nanoseconds)" }
    }

    /// Reads the clock after the first execution, and then after each `interval` executions. It is
    /// reached through a pointer, so that it costs nothing.
    private struct Meter {
        let interval: Int
        private let clock = ContinuousClock()
        private var seen = 0
        private(set) var counted = 0
        private(set) var first: ContinuousClock.Instant?
        private(set) var last = ContinuousClock.now

        init(interval: Int) { self.interval = interval }

        mutating func count() {
            seen += 1
            guard (seen - 1) % interval == 0 else { return }
            last = clock.now
            counted = seen
            if first == nil { first = last }
        }
    }

    /// A program and its result type.
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

    /// Explores all interleavings of a program this many times, as `interleave explore` does, and
    /// records each result and failure.
    static func measure(_ name: String, _ options: ExplorationOptions) -> Rate? {
        guard let program = programs[name] else { return nil }
        let session = ExplorationSession(explored(program), options: options)
        // From the end of the first execution to that of the last. The simplest schedules are
        // searched for afterwards.
        let isLong = options.repetitions >= 1000 || options.strategy != .exhaustive
        let meter = UnsafeMutablePointer<Meter>.allocate(capacity: 1)
        meter.initialize(to: Meter(interval: isLong ? 256 : 1))
        defer { meter.deallocate() }
        session.continues = { _ in
            meter.pointee.count()
            return true
        }
        let report = session.explore()
        guard let first = meter.pointee.first, meter.pointee.counted > 1 else { return nil }
        return Rate(
            executions: meter.pointee.counted - 1, complete: report.executions,
            nanoseconds: Int(first.duration(to: meter.pointee.last) / .nanoseconds(1)))
    }

    /// Runs a program repeatedly without the explorer, on libdispatch's own threads.
    static func measurePlain(_ name: String, rounds: Int) -> Rate? {
        guard case .function(let function)? = programs[name] else { return nil }
        var sum = 0
        let time = ContinuousClock().measure { for _ in 0..<rounds { sum &+= function() } }
        guard sum > 0 else { return nil }
        return Rate(executions: rounds, complete: rounds, nanoseconds: Int(time / .nanoseconds(1)))
    }

    private static func explored(_ program: Program) -> ExploredProgram {
        let result = Result()
        switch program {
        case .function(let function):
            return ExploredProgram(body: { result.outcome = function() }, conclude: { ("\(result.outcome)", true) })
        case .asynchronous(let function):
            var explored = ExploredProgram(
                body: { Task { @MainActor in result.outcome = await function() } }, conclude: { ("\(result.outcome)", true) })
            explored.isAsynchronous = true
            return explored
        }
    }

    /// A program's result. Explored tasks take turns on one thread, so no two use it at the same
    /// time.
    private final class Result: @unchecked Sendable {
        var outcome = 0
    }
}
