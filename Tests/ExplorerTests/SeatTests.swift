import ExploredPrograms
import Explorer
import Testing

/// The questions of a player, and their answers.
@Suite(.serialized) struct SeatTests {
    private static func session(_ body: @escaping () -> Int) -> ExplorationSession {
        nonisolated(unsafe) var value = 0
        return ExplorationSession(ExploredProgram(body: { value = body() }, conclude: { ("\(value)", value == 2) }))
    }

    /// A game of a small program, with the accesses to memory that its search has found.
    private struct Table {
        let session: ExplorationSession
        let places: [UInt]

        init(_ body: @escaping () -> Int) {
            let report = SeatTests.session(body).explore()
            places = (report.outcomes.map(\.path) + report.findings.map(\.path)).map(\.places).max { $0.count < $1.count } ?? []
            session = SeatTests.session(body)
        }

        func ask(_ question: SeatQuestion) -> SeatAnswer { session.answer(question, places: places, ordersResumptions: false) }

        func position(_ choices: [Int], running: Int? = nil) throws -> SeatPosition {
            guard case .position(let position) = ask(.position(choices: choices, running: running)) else { throw Nothing() }
            return position
        }

        func reach(_ goal: SeatGoal, _ choices: [Int]) -> SeatReach? {
            if case .reach(let reach) = ask(.canReach(goal, choices: choices, steps: 1_000_000)) { reach } else { nil }
        }
    }

    private struct Nothing: Error {}

    @Test("A program is stopped before each choice, and says what each thread does next; choices lead to its end")
    func game() throws {
        let table = Table { lostUpdate() }
        var position = try table.position([])
        #expect(position.end == nil && position.next.filter(\.isEnabled).count > 1)
        // Both threads begin and read, and then both write.
        for wanted in ["begins", "begins", "reads", "reads", "writes", "writes"] {
            guard let next = position.next.first(where: { $0.isEnabled && $0.does == wanted }) else { continue }
            if wanted == "reads" { #expect(next.access != nil && next.access?.isChange == false) }
            position = try table.position(position.choices + [next.task])
        }
        while position.end == nil {
            let able = position.next.first { $0.isEnabled }
            let next = try #require(able)
            position = try table.position(position.choices + [next.task])
        }
        let end = try #require(position.end)
        #expect(end.outcomes.map(\.text) == ["1"] && end.findings.contains { $0.verdict == .assertion })
        // Its path is a token's path, and it opens at the same end.
        guard case .position(let again) = table.ask(.end(of: position.path)) else { throw Nothing() }
        #expect(again.choices == position.choices && again.open == position.open && again.end?.outcomes.map(\.text) == ["1"])
        #expect(table.session.replay(position.path).outcomes.map(\.text) == ["1"])
    }

    @Test("A thread that runs stops where it is blocked, and a blocked thread says who holds the lock")
    func blocked() throws {
        let table = Table { twoLocks(inOrder: false) }
        var position = try table.position([])
        while !position.next.contains(where: { !$0.isEnabled && $0.waiting?.cause == .lock }) {
            // No thread acquires its second lock as long as another can acquire its first one.
            var held: Set<Int> = []
            for entry in position.log.entries where entry.event == .lockAcquired { held.insert(entry.task) }
            let able = position.next.filter(\.isEnabled)
            let preferred = able.first { $0.does != "acquires a lock" || !held.contains($0.task) } ?? able.first
            let next = try #require(preferred)
            position = try table.position(position.choices + [next.task])
            if position.end != nil { break }
        }
        if let end = position.end {
            #expect(end.findings.map(\.verdict) == [.deadlock])
        } else {
            let held = position.next.compactMap(\.waiting).first { $0.cause == .lock }
            let waiting = try #require(held)
            #expect(waiting.holders.count == 1 && waiting.holders != [waiting.task])
        }
        let first = try table.position([]), others = first.next.filter { $0.isEnabled && $0.task != first.current }
        let chosen = try #require(others.first)
        let ran = try table.position(first.choices + [chosen.task], running: chosen.task)
        #expect(ran.choices.count >= first.choices.count + 1)
        #expect(!(ran.next.first { $0.task == chosen.task }?.isEnabled ?? false))
    }

    @Test("A failure can be reached from a moment exactly if some way on from there fails: every moment of every game is asked")
    func reach() throws {
        for body in [{ lostUpdate() }, { twoLocks(inOrder: false) }, { twoLocks(inOrder: true) }] as [() -> Int] {
            let table = Table(body), goal = SeatGoal.failure(countsRaces: false)
            var moments = 0
            /// Whether some way on fails.
            func fails(_ choices: [Int]) throws -> Bool {
                let position = try table.position(choices)
                if let end = position.end { return goal.isReached(end.findings.map(\.verdict), outcome: end.outcomes.first?.text) }
                var can = false
                for next in position.next where next.isEnabled { if try fails(position.choices + [next.task]) { can = true } }
                moments += 1
                let reach = table.reach(goal, position.choices)
                switch try #require(reach) {
                case .reached(let whole):
                    #expect(can && whole.starts(with: position.choices))
                    let end = try table.position(whole).end
                    #expect(end.map { goal.isReached($0.findings.map(\.verdict), outcome: $0.outcomes.first?.text) } == true)
                case .impossible: #expect(!can, "after \(position.choices)")
                case .unknown: Issue.record("The search of so small a program is complete")
                }
                return can
            }
            _ = try fails([])
            #expect(moments > 3)
        }
    }
}
