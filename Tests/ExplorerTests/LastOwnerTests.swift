import ExploredPrograms
import Explorer
import Testing

/// The schedule decides which release of an object is final and runs its `deinit`.
@Suite(.serialized) struct LastOwnerTests {
    @Test(
        "A deadlock in a deinit that happens on one owner only is found, and so is the schedule without it", arguments: [false, true])
    func deadlock(inArray: Bool) throws {
        let report = explore { lastOwnerUnderLock(inArray: inArray) }
        #expect(report.isComplete)
        #expect(report.verdict == .deadlock)
        #expect(Array(report.outcomes.keys) == [1])
        let dead = try #require(report.findings.first)
        #expect(replay(dead.schedule) { lastOwnerUnderLock(inArray: inArray) }.findings.map(\.failure) == [dead.failure])
    }

    @Test("A data race in a deinit is found, with the update that it loses")
    func race() {
        let report = explore { lastOwnerCounts() }
        #expect(report.isComplete)
        #expect(report.verdict == .race)
        #expect(Set(report.outcomes.keys) == [1, 2])
    }

    @Test("If no task can observe an object's deinit, releasing the object is not a step")
    func quiet() {
        let report = explore { quietEnds() }
        #expect(report.isComplete && report.verdict == .none && report.executions == 1)
    }
}
