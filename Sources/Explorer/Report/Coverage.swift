/// The extent of an exploration, and how its executions were chosen. Claims about
/// executions that were not run depend on it.
public struct Coverage: Sendable, Hashable, Codable {
    public var strategy = ExplorationOptions.Strategy.exhaustive
    /// Every interleaving was run, equivalent ones once.
    public var isWhole = false
    /// Only schedules with at most this many preemptions were run; nil: no limit.
    public var preemptionBound: Int?
    /// Every schedule within the bound was run, though there are others beyond it.
    public var isBoundComplete = false
    /// Spin loops were followed for some iterations only.
    public var hasCutLoops = false
    /// A repeating timer ticked for some time only.
    public var hasCutTicks = false
    /// A loop that sleeps, or a block that submits itself again, runs forever: it was followed for
    /// a few iterations only.
    public var hasCutDeferredIterations = false
    /// Several atomic variables are accessed with orders weaker than sequential consistency;
    /// sequential consistency was explored.
    public var hasWeakOrders = false
    public var seed: UInt64 = 1
    /// Whether the program used random numbers, which are the same in each execution with one seed;
    /// and the seeds that were used.
    public var drawsRandomNumbers = false
    public var randomSeeds: [UInt64] = []
    /// Executions by random priorities (PCT), for bugs of depth 1, 2, 3; and by partial-order
    /// sampling.
    public var byPriorities: [Int] = []
    public var bySampling = 0
    /// On a processor with strict priorities: the time at the end, in simulated nanoseconds.
    public var simulatedTime: UInt64 = 0
    /// The most tasks, and the most steps, of an execution.
    public var tasks = 0
    public var steps = 0

    /// No coverage yet.
    public init() {}

    /// Executions that were chosen at random.
    public var byChance: Int { byPriorities.reduce(0, +) + bySampling }

    /// The chance, at most, that all executions by random priorities missed a given bug of a depth:
    /// (1 − 1 / (n · k^(d − 1)))^executions.
    ///
    /// The bound is that of Burckhardt et al. 2010, for n tasks and k steps. The depth is the
    /// number of pairs of steps that must come in a certain order.
    /// - Parameter depth: from 1 on.
    public func mostChanceOfMiss(depth: Int) -> Double {
        guard byPriorities.indices.contains(depth - 1) else { return 1 }
        var hit = 1 / Double(max(tasks, 1))
        for _ in 0..<depth - 1 { hit /= Double(max(steps, 1)) }
        if hit >= 1 { return byPriorities[depth - 1] > 0 ? 0 : 1 }
        var miss = 1.0, factor = 1 - hit, left = byPriorities[depth - 1]
        while left > 0 {
            if left & 1 == 1 { miss *= factor }
            factor *= factor
            left >>= 1
        }
        return miss
    }
}
