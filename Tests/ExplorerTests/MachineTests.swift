import ExploredPrograms
import Testing

@testable import Explorer

/// The machine that a program runs on: the size of its thread pool, and spurious wake-ups.
@Suite struct MachineTests {
    private func options(_ change: (inout ExplorationOptions) -> Void) -> ExplorationOptions {
        var options = ExplorationOptions()
        change(&options)
        return options
    }

    @Test("Blocks that wait for a later one hang only if the pool has no thread besides those that they block", arguments: 1...3)
    func pool(width: Int) throws {
        let report = explore(options { $0.poolWidth = width }) { waitersBeforeSignal(2) }
        #expect(report.isComplete)
        if width == 3 {
            #expect(report.verdict == .none)
        } else {
            let waiting = try #require(report.findings.first.flatMap { if case .deadlock(let all) = $0.failure { all } else { nil } })
            #expect(waiting.contains { $0.cause == .worker } && waiting.contains { $0.cause == .semaphore })
        }
        #expect(report.outcomes.keys.contains(2))
    }

    @Test("A large enough pool has the same outcomes as an unlimited one")
    func wide() {
        let narrow = explore(options { $0.poolWidth = 1 }) { lostUpdateInGroup() }
        let wide = explore(options { $0.poolWidth = 2 }) { lostUpdateInGroup() }
        #expect(Set(narrow.outcomes.keys) == [2])
        #expect(Set(wide.outcomes.keys) == Set(explore { lostUpdateInGroup() }.outcomes.keys))
        #expect(Set(wide.outcomes.keys) == [1, 2])
    }

    @Test("A spurious wake-up misleads a thread that checks once, but not one that checks in a loop")
    func spuriousWakeups() {
        let spurious = options { $0.wakesSpuriously = true }
        #expect(Set(explore { waitForWord(inLoop: false) }.outcomes.keys) == [true])
        #expect(Set(explore(spurious) { waitForWord(inLoop: false) }.outcomes.keys) == [true, false])
        let correct = explore(spurious) { waitForWord(inLoop: true) }
        #expect(Set(correct.outcomes.keys) == [true] && correct.isComplete && correct.verdict == .none)
    }

    @Test("Each task keeps its own rounding mode, whichever tasks ran in between")
    func rounding() {
        let report = explore { roundedApart() }
        #expect(Array(report.outcomes.keys) == [true])
        #expect(report.isComplete)
        #expect(report.executions > 2)
    }
}
