/// How far an exploration has gone, and how its executions were chosen: what may be said of what was not run depends on it.
public struct Extent: Sendable, Hashable, Codable {
    public var strategy = ExplorationOptions.Strategy.exhaustive
    /// Every interleaving that can differ was run.
    public var isWhole = false
    /// Only schedules were gone through that stop so many tasks at most; nil: no matter how many.
    public var preemptionBound: Int?
    /// Every schedule within the bound was run, though there are others beyond it.
    public var isBoundComplete = false
    /// Loops that look again and again were followed for some rounds only.
    public var hasCutLoops = false
    /// A timer that repeats was let tick for some time only.
    public var hasCutTicks = false
    /// A loop that sleeps, or a block that submits itself again, goes on for ever: it was followed for a few rounds only.
    public var hasCutRests = false
    /// Several atomic variables are loaded or stored in orders weaker than sequential consistency, which is what was explored.
    public var hasWeakOrders = false
    public var seed: UInt64 = 1
    /// Whether the program drew random numbers, which are the same in each execution of one seed; and the seeds that were gone through.
    public var drawsRandomNumbers = false
    public var randomSeeds: [UInt64] = []
    /// Executions by random priorities (PCT), for bugs of depth 1, 2, 3; and by partial-order sampling.
    public var byPriorities: [Int] = []
    public var bySampling = 0
    /// The most tasks, and the most steps, that an execution had.
    public var tasks = 0
    public var steps = 0

    /// Nothing yet.
    public init() {}

    /// Executions that the dice chose.
    public var byChance: Int { byPriorities.reduce(0, +) + bySampling }

    /// The chance, at most, that a given bug of a depth was missed by all executions by random priorities: (1 − 1 / (n · k^(d − 1)))^executions.
    ///
    /// The bound is that of Burckhardt et al. 2010, for n tasks of k steps; a depth is how many pairs of steps have to come in a certain order.
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
