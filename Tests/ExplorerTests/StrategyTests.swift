import ExploredPrograms
import Testing

@testable import Explorer

/// Ways to choose executions beside the search through all of them.
@Suite(.serialized) struct StrategyTests {
    static func options(_ strategy: ExplorationOptions.Strategy, executions: Int, seed: UInt64 = 1) -> ExplorationOptions {
        var options = ExplorationOptions()
        options.strategy = strategy
        options.executionLimit = executions
        options.seed = seed
        return options
    }

    @Test(
        "Executions by dice find the lost update and both outcomes, never claim to be complete, and count what they did",
        arguments: [ExplorationOptions.Strategy.pct, .random])
    func byChance(strategy: ExplorationOptions.Strategy) {
        let report = explore(Self.options(strategy, executions: 300)) { lostUpdate() }
        #expect(report.verdict == .race)
        #expect(Set(report.outcomes.keys) == [1, 2])
        #expect(!report.isComplete)
        #expect(report.executions == 300 && report.blocked == 0)
        #expect(report.outcomes.values.reduce(0) { $0 + $1.count } == 300)
        #expect(report.extent.byChance == 300)
        let deadlock = explore(Self.options(strategy, executions: 300)) { twoLocks(inOrder: false) }
        #expect(deadlock.verdict == .deadlock)
        #expect(explore(Self.options(strategy, executions: 300)) { lockedUpdate() }.findings.isEmpty)
    }

    @Test("The same seed makes the same executions, another makes others", arguments: [ExplorationOptions.Strategy.pct, .random])
    func seeds(strategy: ExplorationOptions.Strategy) {
        func counts(_ seed: UInt64) -> [Int: Int] {
            explore(Self.options(strategy, executions: 200, seed: seed)) { ExploredPrograms.writers(4) }.outcomes.mapValues(\.count)
        }
        #expect(counts(7) == counts(7))
        #expect(Set((1...5).map(counts)).count == 5)
    }

    @Test("What executions by dice have found is replayed", arguments: [ExplorationOptions.Strategy.pct, .random])
    func replays(strategy: ExplorationOptions.Strategy) throws {
        let report = explore(Self.options(strategy, executions: 300)) { lostUpdate() }
        for (outcome, occurrence) in report.outcomes {
            #expect(Array(replay(occurrence.schedule) { lostUpdate() }.outcomes.keys) == [outcome])
        }
        let dead = try #require(explore(Self.options(strategy, executions: 300)) { twoLocks(inOrder: false) }.findings.first)
        #expect(replay(dead.schedule) { twoLocks(inOrder: false) }.findings.map(\.failure) == [dead.failure])
    }

    @Test("Random priorities meet a bug of depth two and one of depth three at least as often as they promise")
    func promises() {
        let update: [SmallProgram.Step] = [.read(0), .write(0, 1)]
        let shallow = SmallProgram(tasks: [update, update])
        let wrong = Self.frequency(shallow, steps: 4, depth: 2) { $0.seen == [[0], [0]] }
        #expect(wrong >= 1.0 / Double(2 * 4))
        // The second task reads the first one's write of one variable, and writes the other before the first reads it.
        let deep = SmallProgram(tasks: [[.read(1), .write(0, 1), .read(1)], [.read(0), .write(1, 2), .write(1, 3)]])
        let rare = Self.frequency(deep, steps: 6, depth: 3) { $0.seen == [[0, 2], [1]] }
        #expect(rare >= 1.0 / Double(2 * 6 * 6))
    }

    private static func frequency(_ program: SmallProgram, steps: Int, depth: Int, _ isWrong: (SmallProgram.Outcome) -> Bool) -> Double {
        let outcomes = program.run(PriorityChanges(seed: 3, steps: steps), executions: 6000)
        let ofDepth = outcomes.indices.filter { $0 % PriorityChanges.mostDepth == depth - 1 }
        return Double(ofDepth.count { isWrong(outcomes[$0]) }) / Double(ofDepth.count)
    }

    @Test("The chance of a miss is that of the published bound")
    func chances() {
        var extent = Extent()
        #expect(extent.mostChanceOfMiss(depth: 1) == 1)
        extent.byPriorities = [1, 10, 1000]
        extent.tasks = 2
        extent.steps = 5
        #expect(abs(extent.mostChanceOfMiss(depth: 1) - 0.5) < 1e-9)
        #expect(abs(extent.mostChanceOfMiss(depth: 2) - 0.3486784401) < 1e-9)
        #expect(extent.mostChanceOfMiss(depth: 3) < 1e-8)
        #expect(extent.mostChanceOfMiss(depth: 4) == 1)
    }

    @Test("Partial-order sampling and random priorities reach every outcome of random small programs, and none beside those")
    func coverage() {
        var dice = Dice(seed: 5)
        for _ in 0..<10 {
            let program = SmallProgram.random(&dice), all = program.run(.dynamic).outcomes
            #expect(Set(program.run(PartialOrderSampling(seed: 1), executions: 5000)).isSubset(of: all))
            #expect(Set(program.run(PriorityChanges(seed: 1, steps: 10), executions: 5000)).isSubset(of: all))
        }
        let update: [SmallProgram.Step] = [.read(0), .write(0, 1)]
        let program = SmallProgram(tasks: [update, update, [.write(0, 5)]])
        #expect(Set(program.run(PartialOrderSampling(seed: 1), executions: 3000)) == program.run(.none).outcomes)
    }

    @Test("A search with a bound finds what so few preemptions lead to, all of it, and says that there is more")
    func bounded() {
        func explored(_ bound: Int, _ body: @escaping () -> Int) -> Exploration<Int> {
            var options = ExplorationOptions()
            options.preemptionBound = bound
            return explore(options, body)
        }
        let none = explored(0) { lostUpdate() }
        #expect(Set(none.outcomes.keys) == [2])
        #expect(!none.isComplete && none.extent.isBoundComplete)
        let one = explored(1) { lostUpdate() }
        #expect(Set(one.outcomes.keys) == [1, 2])
        #expect(!one.isComplete && one.extent.isBoundComplete)
        let all = explored(50) { lostUpdate() }
        #expect(all.isComplete && !all.extent.isBoundComplete)
        #expect(Set(all.outcomes.keys) == [1, 2])
    }

    @Test("With a bound beyond all preemptions there are, random small programs have all their outcomes")
    func unbounded() {
        var dice = Dice(seed: 11)
        for _ in 0..<20 {
            let program = SmallProgram.random(&dice)
            #expect(Set(program.run(BoundedSearch(bound: .max))) == program.run(.none).outcomes)
        }
    }

    @Test("When the budget of a search is spent, its last quarter goes to the dice, and nothing is claimed")
    func spent() {
        let report = explore(Self.options(.exhaustive, executions: 40)) { ExploredPrograms.writers(5) }
        #expect(!report.isComplete)
        #expect(report.executions + report.blocked == 30)
        #expect(report.extent.byPriorities.reduce(0, +) == 5)
        #expect(report.extent.bySampling == 5)
        let enough = explore(Self.options(.exhaustive, executions: 200)) { ExploredPrograms.writers(5) }
        #expect(enough.isComplete && enough.extent.byChance == 0)
    }
}
