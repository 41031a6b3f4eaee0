import ExploredPrograms
import Explorer
import Testing

/// Accesses by code that is not instrumented: the runtime's, the standard library's, and code of
/// types that were not known when it was compiled.
@Suite(.serialized) struct HiddenAccessTests {
    @Test("A lost update is found though its accesses are not instrumented, in its four different executions", arguments: names)
    func racing(_ name: String) throws {
        let access = try #require(HiddenAccess.all.first { $0.name == name })
        let report = explore { access.run(false) }
        #expect(report.verdict == .race)
        #expect(Set(report.outcomes.keys) == [1, 2])
        #expect(report.executions == 4)
        #expect(report.isComplete)
        for (outcome, occurrence) in report.outcomes {
            #expect(Array(replay(occurrence.schedule) { access.run(false) }.outcomes.keys) == [outcome])
        }
    }

    @Test("Under a lock no update is lost, and nothing is reported", arguments: names)
    func locked(_ name: String) throws {
        let access = try #require(HiddenAccess.all.first { $0.name == name })
        let report = explore { access.run(true) }
        #expect(report.verdict == .none)
        #expect(Array(report.outcomes.keys) == [2])
        #expect(report.executions == 2)
        #expect(report.isComplete)
    }

    private static let names = HiddenAccess.all.map(\.name)

    @Test("Neighbours in one object are not the same variable")
    func neighbours() {
        let report = explore { separateProperties() }
        #expect(report.verdict == .none)
        #expect(report.executions == 1)
        #expect(report.isComplete)
    }

    @Test("A weak reference that two threads change is a race unless a lock orders them")
    func weakly() {
        let racing = explore { weakReference(isLocked: false) }
        #expect(racing.verdict == .race)
        #expect(Set(racing.outcomes.keys) == [true, false])
        let locked = explore { weakReference(isLocked: true) }
        #expect(locked.verdict == .none)
        #expect(Set(locked.outcomes.keys) == [true, false])
        #expect(locked.isComplete)
    }

    @Test("A loop that waits for a generic value goes on when any byte of the value has changed")
    func waiting() {
        let report = explore { waitForGeneric() }
        #expect(report.verdict == .race)
        #expect(!report.findings.contains { if case .livelock = $0.failure { true } else { false } })
        #expect(Array(report.outcomes.keys) == [256])
        #expect(report.isComplete)
    }

    @Test("An access that spans a lock does not count as made under the lock, whenever its variable is written", arguments: [true, false])
    func lasting(_ writes: Bool) {
        let report = explore { changedAcrossLock(writes: writes) }
        #expect(report.verdict == .race)
        #expect(Array(report.outcomes.keys) == [writes ? 2 : 0])
        #expect(report.isComplete)
    }
}
