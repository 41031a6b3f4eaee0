import ExploredPrograms
import Testing

@testable import Explorer

/// Partial-order reduction leaves nothing out.
@Suite struct ReductionTests {
    @Test("Random small programs have the same outcomes with reduction and by brute force", arguments: 0..<8)
    func sameOutcomes(seed: Int) {
        var dice = Dice(seed: UInt64(seed) &* 1_000_003)
        for _ in 0..<12 {
            let program = SmallProgram.random(&dice)
            let reduced = program.run(.dynamic), all = program.run(.none)
            #expect(reduced.outcomes == all.outcomes, "\(program.tasks)")
            #expect(reduced.executions <= all.executions)
            #expect(all.blocked == 0)
        }
    }

    @Test("Random compare-exchanges have the same outcomes with reduction and by brute force", arguments: 0..<4)
    func exchanges(seed: Int) {
        var dice = Dice(seed: UInt64(seed) &* 7_777_777)
        for _ in 0..<50 {
            let program = SmallProgram.randomExchanges(&dice)
            let reduced = program.run(.dynamic)
            #expect(reduced.outcomes == program.run(.none).outcomes, "\(program.tasks)")
        }
    }

    /// In each program, an exchange fails in the execution where the race is found, and succeeds in the reverse order.
    @Test(
        "A compare-exchange that fails can succeed in another order",
        arguments: [
            [
                [.exchange(0, from: 0, to: 1), .read(0)], [.exchange(0, from: 1, to: 2)],
                [.write(1, 1), .exchange(0, from: 1, to: 2)], [.read(1), .write(1, 0)],
            ],
            [
                [.read(0)], [.exchange(1, from: 1, to: 0), .exchange(0, from: 0, to: 2)],
                [.exchange(1, from: 1, to: 1), .write(0, 1)], [.write(1, 2), .exchange(0, from: 0, to: 1)],
            ],
            [
                [.read(1), .read(0)], [.exchange(1, from: 0, to: 2), .exchange(0, from: 0, to: 1)],
                [.exchange(1, from: 1, to: 1), .exchange(1, from: 2, to: 0)], [.exchange(0, from: 0, to: 2)],
            ],
        ] as [[[SmallProgram.Step]]])
    func exchangesThatFail(tasks: [[SmallProgram.Step]]) {
        let program = SmallProgram(tasks: tasks)
        #expect(program.run(.dynamic).outcomes == program.run(.none).outcomes)
    }

    @Test("All outcomes of random executions of attempts at locks, and of a compare-exchange, are explored")
    func attempts() {
        var options = ExplorationOptions()
        options.strategy = .random
        options.executionLimit = 10_000
        let explored = explore { refusedAttempts() }, random = explore(options) { refusedAttempts() }
        #expect(explored.isComplete && explored.verdict == .none)
        #expect(Set(random.outcomes.keys).subtracting(explored.outcomes.keys).isEmpty)
    }

    @Test(
        "All outcomes of a thousand random executions of random programs are explored",
        arguments: [RandomMeeting.Subject.groups, .items, .readers, .sources, .conditions])
    func meetings(_ subject: RandomMeeting.Subject) {
        for seed in 1...8 {
            let meeting = RandomMeeting(seed: seed, subject)
            var options = ExplorationOptions()
            options.executionLimit = 1000
            let explored = explore(options, { meeting.start() }, outcome: { meeting.outcome })
            guard explored.isComplete else { continue }
            options.strategy = .random
            let seen = explore(options, { meeting.start() }, outcome: { meeting.outcome })
            #expect(Set(seen.outcomes.keys).isSubset(of: explored.outcomes.keys), "\(meeting)")
        }
    }

    @Test("A deadlock in one order does not hide the other order")
    func deadlock() {
        let program = SmallProgram(tasks: [
            [.lock(0), .lock(1), .unlock(1), .unlock(0)], [.lock(1), .lock(0), .unlock(0), .unlock(1)],
        ])
        let result = program.run(.dynamic)
        #expect(result.executions == 3)
        #expect(Set(result.outcomes.map(\.hasFinished)) == [true, false])
    }

    @Test("Two readers and two writers of two variables take one execution for each different order")
    func counts() {
        #expect(SmallProgram(tasks: [[.write(0, 1)], [.write(0, 2)], [.write(0, 3)]]).run(.dynamic).executions == 6)
        #expect(SmallProgram(tasks: [[.write(0, 1)], [.read(0)], [.read(0)], [.read(0)]]).run(.dynamic).executions == 8)
        #expect(SmallProgram(tasks: [[.read(0), .write(0, 1)], [.read(0), .write(0, 2)]]).run(.dynamic).executions == 4)
        #expect(SmallProgram(tasks: [[.write(0, 1)], [.write(1, 1)], [.write(2, 1)]]).run(.dynamic).executions == 1)
        let locked: [SmallProgram.Step] = [.lock(0), .read(0), .write(0, 1), .unlock(0)]
        #expect(SmallProgram(tasks: [locked, locked, locked]).run(.dynamic).executions == 6)
    }
}
