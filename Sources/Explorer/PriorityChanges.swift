/// Probabilistic concurrency testing (PCT: Burckhardt, Kothari, Musuvathi, Nagarakatte 2010).
///
/// Each task has a priority by dice, and of those who can the one with the highest goes. At d − 1 steps, chosen by dice beforehand, whoever is about to
/// go falls behind all others. A bug has depth d if it comes about whenever d pairs of steps come in a certain order. Where n tasks make at most
/// k steps, one execution meets a given bug of depth d with a chance of at least 1 / (n · k^(d − 1)). The executions take turns with d = 1, 2, 3.
///
/// The number of steps is learnt from the executions before; a task that goes on and on while others could go falls behind too, else one that looks
/// again and again for what another has to do would never see it.
final class PriorityChanges: Guide {
    static let mostDepth = 3
    /// Steps of one task in a row, while others could go, after which it falls behind.
    private static let patience = 1000

    private var dice: Dice
    private var priorities = Array(repeating: Int64(0), count: TaskSet.capacity)
    private var known = 0
    private var changes: [Int] = []
    private var step = 0
    /// The most steps that an execution has had.
    private var steps: Int
    private var lowest: Int64 = 0
    private var last = -1
    private var inARow = 0
    /// That of the present execution.
    private(set) var depth = 1

    /// - Parameter steps: how many steps an execution has, as far as that is known.
    init(seed: UInt64, steps: Int) {
        dice = Dice(seed: seed)
        self.steps = max(steps, 1)
        super.init()
        prepare()
    }

    override func choose(enabled: TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        var chosen = highest(of: enabled)
        if changes.contains(step) || inARow >= Self.patience {
            fallBehind(chosen)
            chosen = highest(of: enabled)
        }
        inARow = chosen == last && enabled.count > 1 ? inARow + 1 : 0
        last = chosen
        step += 1
        return chosen
    }

    private func fallBehind(_ task: Int) {
        lowest -= 1
        priorities[task] = lowest
        inARow = 0
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
        inARow = 0
        changes.removeAll(keepingCapacity: true)
        for _ in 0..<depth - 1 { changes.append(dice.next(below: steps)) }
    }
}
