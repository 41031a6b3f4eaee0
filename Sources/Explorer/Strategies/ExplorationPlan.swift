import CInterposition

/// Chooses the executions of an exploration, one after the other, until all were made or the budget
/// is spent.
///
/// It lets the reduced search decide, or sets a guide. If an exhaustive search is not finished when
/// three quarters of its budget are spent, the last quarter goes to random executions: half of them
/// by random priorities, half by partial-order sampling. These find bugs far from where the search
/// has come.
final class ExplorationPlan {
    private static let fewest = 1000
    private enum Part { case search, bounded(BoundedSearch), priorities(PCTStrategy), sampling }

    private let runner: ExecutionRunner
    private let options: ExplorationOptions
    private var part: Part
    /// Executions since a data race was last found.
    private var executions = 0
    /// The limit of all executions, and that of the present part.
    private var most: Int
    private var limit = 0
    private(set) var coverage = Coverage()
    /// The present execution was chosen at random, after the budget of the requested search.
    private(set) var isAfterSearch = false

    /// After the rehearsal.
    init(_ runner: ExecutionRunner) {
        self.runner = runner
        options = runner.exploration.options
        part = .search
        most = options.executionLimit
        limit = most
        coverage.strategy = options.strategy
        coverage.seed = options.seed
        coverage.randomSeeds = [options.randomSeed]
        switch options.strategy {
        case .exhaustive:
            limit = shareOfSearch
            if let bound = options.preemptionBound {
                coverage.preemptionBound = bound
                set(.bounded(BoundedSearch(bound: bound)))
            } else {
                set(.search)
            }
        case .pct: beginPriorities()
        case .random: set(.sampling)
        case .strictPriorities: break  // One execution needs no plan: see ExplorationSession+Simulation.swift.
        }
    }

    private var shareOfSearch: Int { options.repetitions == 1 ? most - most / 4 : most }

    /// If executions have many steps, fewer of them are made.
    private func fit() {
        guard let steps = options.stepsAltogether, !isAfterSearch else { return }
        most = min(most, max(steps / max(coverage.steps, 1), min(options.executionLimit, Self.fewest)))
        limit = options.strategy == .exhaustive ? shareOfSearch : most
    }

    private func set(_ part: Part) {
        self.part = part
        switch part {
        case .search: runner.guide = nil
        case .bounded(let guide): runner.guide = guide
        case .priorities(let guide): runner.guide = guide
        case .sampling: runner.guide = PartialOrderSampling(seed: options.seed)
        }
    }

    private func beginPriorities() {
        if coverage.byPriorities.isEmpty { coverage.byPriorities = Array(repeating: 0, count: PCTStrategy.mostDepth) }
        set(.priorities(PCTStrategy(seed: options.seed, steps: max(coverage.steps, runner.execution.choices.count))))
    }

    /// An execution was made.
    func note() {
        executions += 1
        coverage.tasks = max(coverage.tasks, runner.execution.tasks.count)
        coverage.steps = max(coverage.steps, runner.execution.choices.count)
        fit()
        coverage.hasCutLoops = runner.exploration.cuts.loops
        coverage.hasCutTicks = runner.exploration.cuts.ticks
        coverage.hasCutDeferredIterations = runner.exploration.cuts.deferredIterations
        coverage.hasWeakOrders = runner.exploration.hasWeakOrders
        coverage.drawsRandomNumbers = interleave_has_drawn_random_numbers()
        switch part {
        case .priorities(let guide): coverage.byPriorities[guide.depth - 1] += 1
        case .sampling: coverage.bySampling += 1
        default: break
        }
    }

    /// The steps have changed.
    /// - Returns: whether the counts so far are void.
    func beginAnew() -> Bool {
        runner.guide?.beginAnew()
        if isAfterSearch { return false }
        runner.exploration.search.reset()
        runner.exploration.cuts.loops = false
        runner.exploration.cuts.ticks = false
        runner.exploration.cuts.deferredIterations = false
        executions = 0
        coverage.byPriorities = coverage.byPriorities.map { _ in 0 }
        coverage.bySampling = 0
        return true
    }

    /// Prepares the next execution; false: this was the last.
    func advance() -> Bool {
        let hasNext = runner.guide?.advance() ?? runner.exploration.search.backtrack()
        if !hasNext {
            conclude()
            return false
        }
        return executions < limit || goOnByDice()
    }

    private func conclude() {
        guard
            !runner.exploration.exceededSteps && !runner.exploration.cuts.loops && !runner.exploration.cuts.ticks
                && !runner.exploration.cuts.deferredIterations
        else { return }
        switch part {
        case .search: coverage.isWhole = true
        case .bounded(let guide):
            coverage.isWhole = !guide.leftOut
            coverage.isBoundComplete = guide.leftOut
        case .priorities, .sampling: break
        }
    }

    /// The requested strategy has used its share of the budget.
    private func goOnByDice() -> Bool {
        let isOver = executions >= most
        switch part {
        case .search, .bounded:
            if isOver { return false }
            isAfterSearch = true
            limit = executions + (most - executions + 1) / 2
            beginPriorities()
        case .priorities:
            if isOver || !isAfterSearch { return false }
            limit = most
            set(.sampling)
        case .sampling: return false
        }
        return true
    }
}
