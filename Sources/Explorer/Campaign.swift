import CInterposition

/// Which executions an exploration makes, one after the other, until everything was seen or its budget is spent.
///
/// It lets the reduced search decide, or sets a guide. An exhaustive search that is not through when three quarters of its budget are spent leaves the
/// rest to the dice: half of that to random priorities, half to partial-order sampling, which find what lies far from where the search has come.
final class Campaign {
    private static let fewest = 1000
    private enum Part { case search, bounded(BoundedSearch), priorities(PriorityChanges), sampling }

    private let engine: Engine
    private let options: ExplorationOptions
    private var part: Part
    /// Executions since accesses to memory were last found to race.
    private var executions = 0
    /// How many are to be made altogether, and by what is under way.
    private var most: Int
    private var limit = 0
    private(set) var extent = Extent()
    /// The present execution was not chosen by what was asked for, but by dice, after the budget of the search.
    private(set) var isAfterSearch = false

    /// After the rehearsal.
    init(_ engine: Engine) {
        self.engine = engine
        options = engine.options
        part = .search
        most = options.executionLimit
        limit = most
        extent.strategy = options.strategy
        extent.seed = options.seed
        extent.randomSeeds = [options.randomSeed]
        switch options.strategy {
        case .exhaustive:
            limit = shareOfSearch
            if let bound = options.preemptionBound {
                extent.preemptionBound = bound
                set(.bounded(BoundedSearch(bound: bound)))
            } else {
                set(.search)
            }
        case .pct: beginPriorities()
        case .random: set(.sampling)
        }
    }

    private var shareOfSearch: Int { options.repetitions == 1 ? most - most / 4 : most }

    /// Where executions have many steps, there are to be fewer of them.
    private func fit() {
        guard let steps = options.stepsAltogether, !isAfterSearch else { return }
        most = min(most, max(steps / max(extent.steps, 1), min(options.executionLimit, Self.fewest)))
        limit = options.strategy == .exhaustive ? shareOfSearch : most
    }

    private func set(_ part: Part) {
        self.part = part
        switch part {
        case .search: engine.guide = nil
        case .bounded(let guide): engine.guide = guide
        case .priorities(let guide): engine.guide = guide
        case .sampling: engine.guide = PartialOrderSampling(seed: options.seed)
        }
    }

    private func beginPriorities() {
        if extent.byPriorities.isEmpty { extent.byPriorities = Array(repeating: 0, count: PriorityChanges.mostDepth) }
        set(.priorities(PriorityChanges(seed: options.seed, steps: max(extent.steps, engine.choices.count))))
    }

    /// An execution was made.
    func note() {
        executions += 1
        extent.tasks = max(extent.tasks, engine.taskCount)
        extent.steps = max(extent.steps, engine.choices.count)
        fit()
        extent.hasCutLoops = engine.hasCutShort
        extent.hasCutTicks = engine.hasCutTicks
        extent.hasCutRests = engine.hasCutRests
        extent.hasWeakOrders = engine.hasWeakOrders
        extent.drawsRandomNumbers = interleave_has_drawn_random_numbers()
        switch part {
        case .priorities(let guide): extent.byPriorities[guide.depth - 1] += 1
        case .sampling: extent.bySampling += 1
        default: break
        }
    }

    /// The steps are others now.
    /// - Returns: whether what was counted so far is to be forgotten.
    func beginAnew() -> Bool {
        engine.guide?.beginAnew()
        if isAfterSearch { return false }
        engine.search.reset()
        engine.hasCutShort = false
        engine.hasCutTicks = false
        engine.hasCutRests = false
        executions = 0
        extent.byPriorities = extent.byPriorities.map { _ in 0 }
        extent.bySampling = 0
        return true
    }

    /// Goes over to the next execution; false: this was the last.
    func advance() -> Bool {
        let hasNext = engine.guide?.advance() ?? engine.search.backtrack()
        if !hasNext {
            conclude()
            return false
        }
        return executions < limit || goOnByDice()
    }

    private func conclude() {
        guard !engine.exceededSteps && !engine.hasCutShort && !engine.hasCutTicks && !engine.hasCutRests else { return }
        switch part {
        case .search: extent.isWhole = true
        case .bounded(let guide):
            extent.isWhole = !guide.leftOut
            extent.isBoundComplete = guide.leftOut
        case .priorities, .sampling: break
        }
    }

    /// What was asked for has had its share of the budget.
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
