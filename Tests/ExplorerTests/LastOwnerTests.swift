import ExploredPrograms
import Explorer
import Testing

/// Who lets go of an object last is a matter of the schedule, and runs its `deinit`.
@Suite(.serialized) struct LastOwnerTests {
    @Test(
        "A deadlock in a deinit is found that only one of the owners runs into, and so is the way without it", arguments: [false, true])
    func deadlock(inArray: Bool) throws {
        let report = explore { lastOwnerUnderLock(inArray: inArray) }
        #expect(report.isComplete)
        #expect(report.verdict == .deadlock)
        #expect(Array(report.outcomes.keys) == [1])
        let dead = try #require(report.findings.first)
        #expect(replay(dead.schedule) { lastOwnerUnderLock(inArray: inArray) }.findings.map(\.failure) == [dead.failure])
    }

    @Test("A race in a deinit is found, with the update that is lost by it")
    func race() {
        let report = explore { lastOwnerCounts() }
        #expect(report.isComplete)
        #expect(report.verdict == .race)
        #expect(Set(report.outcomes.keys) == [1, 2])
    }

    @Test("Where nobody notices an object's end, letting go of it is no step")
    func quiet() {
        let report = explore { quietEnds() }
        #expect(report.isComplete && report.verdict == .none && report.executions == 1)
    }
}
