import ExploredPrograms
import Testing

@testable import Explorer

/// Fibers do not affect the result: the same schedules, run on real threads, have the same results.
@Suite(.serialized) struct RealThreadTests {
    static let programs: [(name: String, body: @Sendable () -> String)] = [
        ("lost update", { "\(lostUpdateInGroup())" }),
        ("locked increments", { "\(lockedIncrements(3))" }),
        ("last zero", { "\(lastZero(4))" }),
        ("opposite locks", { "\(twoLocks(inOrder: false))" }),
        ("serial queue", { "\(serialIncrements(3, fromThreads: false))" }),
        ("barrier", { "\(barrier(flags: true))" }),
        ("semaphore", { "\(semaphore(2))" }),
    ]

    @Test("Fibers and real threads give the same executions, outcomes and failures", arguments: programs.map(\.name))
    func same(name: String) throws {
        let program = try #require(Self.programs.first { $0.name == name })
        var options = ExplorationOptions()
        let fibers = explore(options) { program.body() }
        options.usesThreads = true
        let threads = explore(options) { program.body() }
        #expect(fibers.executions == threads.executions && fibers.blocked == threads.blocked)
        #expect(fibers.isComplete && threads.isComplete)
        #expect(fibers.outcomes.mapValues(\.count) == threads.outcomes.mapValues(\.count))
        #expect(fibers.findings.map(\.failure) == threads.findings.map(\.failure))
    }

    @Test("All interleavings are run as often as requested, with the same number each time")
    func repetitions() {
        var options = ExplorationOptions()
        options.repetitions = 5
        let report = explore(options) { lockedIncrements(3) }
        #expect(report.executions == 30 && report.isComplete)
    }
}
