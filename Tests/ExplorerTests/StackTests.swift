import ExploredPrograms
import Explorer
import Testing

/// Variables on a task's stack are private, unless another task accesses them.
@Suite(.serialized) struct StackTests {
    @Test("An update of a local variable that another thread has the address of can be lost; under a lock it is not")
    func pointers() {
        let racing = explore { localCounter(isLocked: false) }
        #expect(racing.verdict == .race)
        #expect(Set(racing.outcomes.keys) == [1, 2])
        #expect(racing.executions == 4)
        #expect(racing.isComplete)
        for (outcome, occurrence) in racing.outcomes {
            let again = replay(occurrence.schedule) { localCounter(isLocked: false) }
            #expect(Array(again.outcomes.keys) == [outcome])
            #expect(again.verdict == .race)
        }
        let locked = explore { localCounter(isLocked: true) }
        #expect(locked.verdict == .none)
        #expect(Array(locked.outcomes.keys) == [2])
        #expect(locked.executions == 2)
        #expect(locked.isComplete)
    }

    @Test("A stack that is shared in some executions only is watched in all of them, and a replay finds what the search has found")
    func early() throws {
        let report = explore { localCounterForTheEarly() }
        #expect(report.verdict == .race)
        #expect(Set(report.outcomes.keys) == [1, 2])
        #expect(report.isComplete)
        let finding = try #require(report.findings.first)
        #expect(replay(finding.schedule) { localCounterForTheEarly() }.findings.map(\.failure).contains(finding.failure))
    }

    @Test("A variable captured by a non-escaping closure is on the stack of the enclosing function")
    func captured() {
        let report = explore { capturedCounter() }
        #expect(report.verdict == .race)
        #expect(Set(report.outcomes.keys) == [1, 2])
        #expect(report.executions == 4)
        #expect(report.isComplete)
    }

    @Test("A loop that waits for a change of a variable on another's stack sees it")
    func waiting() {
        let report = explore { localFlag() }
        #expect(report.verdict == .none)
        #expect(Array(report.outcomes.keys) == [2])
        #expect(report.isComplete)
    }
}
