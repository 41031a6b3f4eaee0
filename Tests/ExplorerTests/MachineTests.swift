import ExploredPrograms
import Testing

@testable import Explorer

/// What the machine is like that a program runs on: how many threads its pool has, and whether a thread may wake for no reason.
@Suite struct MachineTests {
    private func options(_ change: (inout ExplorationOptions) -> Void) -> ExplorationOptions {
        var options = ExplorationOptions()
        change(&options)
        return options
    }

    @Test("Blocks that wait for one behind them hang where the pool has no thread more than they take, and only there", arguments: 1...3)
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

    @Test("A pool leaves as many outcomes as there are without, where it is wide enough")
    func wide() {
        let narrow = explore(options { $0.poolWidth = 1 }) { lostUpdateInGroup() }
        let wide = explore(options { $0.poolWidth = 2 }) { lostUpdateInGroup() }
        #expect(Set(narrow.outcomes.keys) == [2])
        #expect(Set(wide.outcomes.keys) == Set(explore { lostUpdateInGroup() }.outcomes.keys))
        #expect(Set(wide.outcomes.keys) == [1, 2])
    }

    @Test("Who looks just once is deceived by waking without a signal, who looks in a loop is not")
    func spuriousWakeups() {
        let spurious = options { $0.wakesSpuriously = true }
        #expect(Set(explore { waitForWord(inLoop: false) }.outcomes.keys) == [true])
        #expect(Set(explore(spurious) { waitForWord(inLoop: false) }.outcomes.keys) == [true, false])
        let correct = explore(spurious) { waitForWord(inLoop: true) }
        #expect(Set(correct.outcomes.keys) == [true] && correct.isComplete && correct.verdict == .none)
    }

    @Test("Each task rounds as it has asked for, whoever has had a turn in between")
    func rounding() {
        let report = explore { roundedApart() }
        #expect(Array(report.outcomes.keys) == [true])
        #expect(report.isComplete)
        #expect(report.executions > 2)
    }
}
