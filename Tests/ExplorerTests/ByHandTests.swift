import ExploredPrograms
import Explorer
import Testing

/// Executions in which somebody decides who goes next.
@Suite(.serialized) struct ByHandTests {
    @Test("Who lets both read before either writes loses an update, and the schedule that was chosen is replayed")
    func lost() throws {
        let played = play {
            lostUpdate()
        } deciding: { situation in
            (situation.choices.first { $0.does == "read" } ?? situation.choices.first { $0.does == "begin" } ?? situation.choices[0]).task
        }
        #expect(Array(played.outcomes.keys) == [1] && played.verdict == .race && played.executions == 1)
        let schedule = try #require(played.outcomes[1]?.schedule)
        #expect(Array(replay(schedule) { lostUpdate() }.outcomes.keys) == [1])
    }

    @Test("Who lets nobody be stopped has both updates; what is shown are steps of one variable, by tasks that can go on")
    func kept() {
        nonisolated(unsafe) var situations: [Situation] = []
        let played = play {
            lostUpdate()
        } deciding: { situation in
            situations.append(situation)
            return situation.current
        }
        #expect(Array(played.outcomes.keys) == [2])
        #expect(situations.map(\.step) == Array(0..<situations.count) && situations.allSatisfy { !$0.choices.isEmpty })
        let accesses = situations.flatMap(\.choices).filter { ["read", "write"].contains($0.does) }
        #expect(Set(accesses.map(\.does)) == ["read", "write"] && Set(accesses.map(\.object)).count == 1)
        #expect(accesses.allSatisfy { $0.place != 0 })
    }

    @Test("Who lets each of two take its first lock has a deadlock")
    func deadlock() throws {
        nonisolated(unsafe) var holders: Set<Int> = []
        let played = play {
            twoLocks(inOrder: false)
        } deciding: { situation in
            // A second lock is taken only when nobody is left who could take a first one.
            let next = situation.choices.first { $0.does != "lock" || !holders.contains($0.task) } ?? situation.choices[0]
            if next.does == "lock" { holders.insert(next.task) }
            return next.task
        }
        #expect(played.verdict == .deadlock)
        let dead = try #require(played.findings.first)
        #expect(replay(dead.schedule) { twoLocks(inOrder: false) }.findings.map(\.failure) == [dead.failure])
    }

    @Test("A task that cannot go on, or does not exist, is taken for the usual one", arguments: [-5, 99, 1000])
    func nonsense(_ task: Int) {
        let played = play {
            lostUpdate()
        } deciding: { _ in
            task
        }
        #expect(Array(played.outcomes.keys) == [2] && played.executions == 1)
    }
}
