import ExploredPrograms
import Explorer
import Testing

/// Executions whose choices the caller makes.
@Suite(.serialized) struct ByHandTests {
    @Test("If both threads read before either writes, an update is lost, and the chosen schedule can be replayed")
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

    @Test("Manual scheduling without preemption keeps both updates; only enabled tasks' steps on the shared variable are offered")
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

    @Test("If each of two threads acquires its first lock, there is a deadlock")
    func deadlock() throws {
        nonisolated(unsafe) var holders: Set<Int> = []
        let played = play {
            twoLocks(inOrder: false)
        } deciding: { situation in
            // A second lock is acquired only when no task is left that can acquire a first one.
            let next = situation.choices.first { $0.does != "lock" || !holders.contains($0.task) } ?? situation.choices[0]
            if next.does == "lock" { holders.insert(next.task) }
            return next.task
        }
        #expect(played.verdict == .deadlock)
        let dead = try #require(played.findings.first)
        #expect(replay(dead.schedule) { twoLocks(inOrder: false) }.findings.map(\.failure) == [dead.failure])
    }

    @Test("If a task that is not enabled or does not exist is chosen, the default task goes on", arguments: [-5, 99, 1000])
    func nonsense(_ task: Int) {
        let played = play {
            lostUpdate()
        } deciding: { _ in
            task
        }
        #expect(Array(played.outcomes.keys) == [2] && played.executions == 1)
    }
}
