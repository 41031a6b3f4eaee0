import ExploredPrograms
import Testing

@testable import Explorer

/// Strategies other than the search through all executions.
@Suite(.serialized) struct StrategyTests {
    static func options(_ strategy: ExplorationOptions.Strategy, executions: Int, seed: UInt64 = 1) -> ExplorationOptions {
        var options = ExplorationOptions()
        options.strategy = strategy
        options.executionLimit = executions
        options.seed = seed
        return options
    }

    @Test(
        "Random executions find the lost update and both outcomes, never claim to be complete, and count their executions",
        arguments: [ExplorationOptions.Strategy.pct, .random])
    func byChance(strategy: ExplorationOptions.Strategy) {
        let report = explore(Self.options(strategy, executions: 300)) { lostUpdate() }
        #expect(report.verdict == .race)
        #expect(Set(report.outcomes.keys) == [1, 2])
        #expect(!report.isComplete)
        #expect(report.executions == 300 && report.blocked == 0)
        #expect(report.outcomes.values.reduce(0) { $0 + $1.count } == 300)
        #expect(report.coverage.byChance == 300)
        let deadlock = explore(Self.options(strategy, executions: 300)) { twoLocks(inOrder: false) }
        #expect(deadlock.verdict == .deadlock)
        #expect(explore(Self.options(strategy, executions: 300)) { lockedUpdate() }.findings.isEmpty)
    }

    @Test("The same seed makes the same executions, another seed makes others", arguments: [ExplorationOptions.Strategy.pct, .random])
    func seeds(strategy: ExplorationOptions.Strategy) {
        func counts(_ seed: UInt64) -> [Int: Int] {
            explore(Self.options(strategy, executions: 200, seed: seed)) { ExploredPrograms.writers(4) }.outcomes.mapValues(\.count)
        }
        #expect(counts(7) == counts(7))
        #expect(Set((1...5).map(counts)).count == 5)
    }

    @Test("Findings of random executions can be replayed", arguments: [ExplorationOptions.Strategy.pct, .random])
    func replays(strategy: ExplorationOptions.Strategy) throws {
        let report = explore(Self.options(strategy, executions: 300)) { lostUpdate() }
        for (outcome, occurrence) in report.outcomes {
            #expect(Array(replay(occurrence.schedule) { lostUpdate() }.outcomes.keys) == [outcome])
        }
        let dead = try #require(explore(Self.options(strategy, executions: 300)) { twoLocks(inOrder: false) }.findings.first)
        #expect(replay(dead.schedule) { twoLocks(inOrder: false) }.findings.map(\.failure) == [dead.failure])
    }

    @Test("Random priorities find a bug of depth two and one of depth three at least as often as the bound says")
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
        let outcomes = program.run(PCTStrategy(seed: 3, steps: steps), executions: 6000)
        let ofDepth = outcomes.indices.filter { $0 % PCTStrategy.mostDepth == depth - 1 }
        return Double(ofDepth.count { isWrong(outcomes[$0]) }) / Double(ofDepth.count)
    }

    @Test("The chance of a miss is that of the published bound")
    func chances() {
        var coverage = Coverage()
        #expect(coverage.mostChanceOfMiss(depth: 1) == 1)
        coverage.byPriorities = [1, 10, 1000]
        coverage.tasks = 2
        coverage.steps = 5
        #expect(abs(coverage.mostChanceOfMiss(depth: 1) - 0.5) < 1e-9)
        #expect(abs(coverage.mostChanceOfMiss(depth: 2) - 0.3486784401) < 1e-9)
        #expect(coverage.mostChanceOfMiss(depth: 3) < 1e-8)
        #expect(coverage.mostChanceOfMiss(depth: 4) == 1)
    }

    @Test("Partial-order sampling and random priorities reach every outcome of random small programs, and no others")
    func coverage() {
        var dice = Dice(seed: 5)
        for _ in 0..<10 {
            let program = SmallProgram.random(&dice), all = program.run(.dynamic).outcomes
            #expect(Set(program.run(PartialOrderSampling(seed: 1), executions: 5000)).isSubset(of: all))
            #expect(Set(program.run(PCTStrategy(seed: 1, steps: 10), executions: 5000)).isSubset(of: all))
        }
        let update: [SmallProgram.Step] = [.read(0), .write(0, 1)]
        let program = SmallProgram(tasks: [update, update, [.write(0, 5)]])
        #expect(Set(program.run(PartialOrderSampling(seed: 1), executions: 3000)) == program.run(.none).outcomes)
    }

    @Test("A bounded search finds all outcomes with at most this many preemptions, and says that there is more")
    func bounded() {
        func explored(_ bound: Int, _ body: @escaping () -> Int) -> Exploration<Int> {
            var options = ExplorationOptions()
            options.preemptionBound = bound
            return explore(options, body)
        }
        let none = explored(0) { lostUpdate() }
        #expect(Set(none.outcomes.keys) == [2])
        #expect(!none.isComplete && none.coverage.isBoundComplete)
        let one = explored(1) { lostUpdate() }
        #expect(Set(one.outcomes.keys) == [1, 2])
        #expect(!one.isComplete && one.coverage.isBoundComplete)
        let all = explored(50) { lostUpdate() }
        #expect(all.isComplete && !all.coverage.isBoundComplete)
        #expect(Set(all.outcomes.keys) == [1, 2])
    }

    @Test("With a bound above all possible preemptions, random small programs have all their outcomes")
    func unbounded() {
        var dice = Dice(seed: 11)
        for _ in 0..<20 {
            let program = SmallProgram.random(&dice)
            #expect(Set(program.run(BoundedSearch(bound: .max))) == program.run(.none).outcomes)
        }
    }

    @Test("When the budget of a search is spent, its last quarter goes to random executions, and completeness is not claimed")
    func spent() {
        let report = explore(Self.options(.exhaustive, executions: 40)) { ExploredPrograms.writers(5) }
        #expect(!report.isComplete)
        #expect(report.executions + report.blocked == 30)
        #expect(report.coverage.byPriorities.reduce(0, +) == 5)
        #expect(report.coverage.bySampling == 5)
        let enough = explore(Self.options(.exhaustive, executions: 200)) { ExploredPrograms.writers(5) }
        #expect(enough.isComplete && enough.coverage.byChance == 0)
    }
}
