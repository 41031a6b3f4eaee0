import ExploredPrograms
import Explorer
import Testing

/// Programs with more tasks than a word has bits.
@Suite(.serialized) struct ManyTasksTests {
    static let programs: [(name: String, body: @Sendable () -> String)] = [
        ("lost update", { "\(lostUpdateInGroup())" }),
        ("locked increments", { "\(lockedIncrements(3))" }),
        ("readers", { "\(oneWriter(readers: 3))" }),
        ("opposite locks", { "\(twoLocks(inOrder: false))" }),
        ("a condition", { "\(handOver(checksFirst: false))" }),
        ("a read-write lock", { "\(readersAndWriter())" }),
        ("a singleton", { "\(lazySingleton())" }),
        ("a barrier", { "\(barrier(flags: true))" }),
        ("queues with one target", { "\(sharedTarget())" }),
        ("operations", { "\(twoOperations(.none))" }),
        ("a spinlock", { "\(spinLock(2, comparing: true))" }),
    ]

    @Test("A program has the same results, however many tasks have ended before it", arguments: programs.map(\.name))
    func later(name: String) throws {
        let program = try #require(Self.programs.first { $0.name == name })
        let alone = explore { program.body() }
        #expect(alone.isComplete)
        for count in [13, 15, 60, 62, 64, 126, 190, 245] {
            let report = explore { after(count) { program.body() } }
            #expect(report.executions == alone.executions && report.blocked == alone.blocked, "after \(count) threads")
            #expect(report.isComplete && report.verdict == alone.verdict, "after \(count) threads: \(report.findings)")
            #expect(report.outcomes.mapValues(\.count) == alone.outcomes.mapValues(\.count), "after \(count) threads")
        }
    }

    @Test(
        "A finding with many tasks occurs again when its schedule is replayed, however it was found",
        arguments: ExplorationOptions.Strategy.allCases)
    func schedules(strategy: ExplorationOptions.Strategy) throws {
        var options = ExplorationOptions()
        options.strategy = strategy
        options.executionLimit = 500
        let report = explore(options) { after(200) { lostUpdateInGroup() } }
        let lost = try #require(report.outcomes[1])
        #expect(replay(lost.schedule, options) { after(200) { lostUpdateInGroup() } }.outcomes.keys.sorted() == [1])
    }

    @Test("Twenty rounds of three tasks on a serial queue take one execution")
    func rounds() {
        let report = explore { twentyRounds() }
        #expect(report.executions == 1 && report.isComplete)
        #expect(report.verdict == .none && report.outcomes.keys.sorted() == [630])
    }

    @Test("The largest number of threads shares nothing and takes one execution; one more is refused with a message")
    func limit() {
        // The program itself is one of the 255.
        for count in [63, 64, 128, 254] {
            let report = explore { disjoint(count) }
            #expect(report.executions == 1 && report.verdict == .none && report.isComplete, "\(count): \(report.findings)")
        }
        let report = explore { disjoint(255) }
        #expect(!report.isComplete)
        guard case .notModelled(let what, _)? = report.findings.first?.failure else {
            Issue.record("255 threads are not refused")
            return
        }
        #expect(what == "more than 255 items and threads")
    }
}
