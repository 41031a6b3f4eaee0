/// Probabilistic concurrency testing (PCT: Burckhardt, Kothari, Musuvathi, Nagarakatte 2010).
///
/// Each task has a random priority, and the enabled task with the highest priority goes next. At d
/// − 1 steps, chosen at random beforehand, the task that is about to go gets the lowest priority. A
/// bug has depth d if it occurs whenever d pairs of steps come in a certain order. If n tasks make
/// at most k steps, one execution shows a given bug of depth d with a chance of at least 1 / (n ·
/// k^(d − 1)). The executions alternate between d = 1, 2, 3.
///
/// The number of steps is learned from earlier executions. A task that makes very many steps in a
/// row while others are enabled gets the lowest priority too. Otherwise a spinning task could
/// starve the task that it waits for.
final class PCTStrategy: SchedulingStrategy {
    static let mostDepth = 3
    /// Steps of one task in a row, while others are enabled, after which it gets the lowest
    /// priority.
    private static let patience = 1000

    private var dice: Dice
    private var priorities = Array(repeating: Int64(0), count: TaskSet.capacity)
    private var known = 0
    private var changes: [Int] = []
    private var step = 0
    /// The most steps of an execution so far.
    private var steps: Int
    private var lowest: Int64 = 0
    private var last = -1
    private var consecutiveSteps = 0
    /// The depth of the present execution.
    private(set) var depth = 1

    /// - Parameter steps: the number of steps of an execution, as far as known.
    init(seed: UInt64, steps: Int) {
        dice = Dice(seed: seed)
        self.steps = max(steps, 1)
        super.init()
        prepare()
    }

    override func choose(enabled: TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        var chosen = highest(of: enabled)
        if changes.contains(step) || consecutiveSteps >= Self.patience {
            fallBehind(chosen)
            chosen = highest(of: enabled)
        }
        consecutiveSteps = chosen == last && enabled.count > 1 ? consecutiveSteps + 1 : 0
        last = chosen
        step += 1
        return chosen
    }

    private func fallBehind(_ task: Int) {
        lowest -= 1
        priorities[task] = lowest
        consecutiveSteps = 0
    }

    private func highest(of enabled: TaskSet) -> Int {
        var rest = enabled, best = -1
        while let task = rest.popFirst() {
            while known <= task {
                priorities[known] = Int64(bitPattern: dice.next() >> 1 | 1)
                known += 1
            }
            if best < 0 || priorities[task] > priorities[best] { best = task }
        }
        return best
    }

    override func advance() -> Bool {
        steps = max(steps, step)
        depth = depth % Self.mostDepth + 1
        prepare()
        return true
    }

    override func beginAnew() {
        steps = max(steps, step)
        depth = 1
        prepare()
    }

    private func prepare() {
        known = 0
        step = 0
        lowest = 0
        last = -1
        consecutiveSteps = 0
        changes.removeAll(keepingCapacity: true)
        for _ in 0..<depth - 1 { changes.append(dice.next(below: steps)) }
    }
}
