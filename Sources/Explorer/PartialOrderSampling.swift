/// Partial-order sampling (POS: Yuan, Yang, Gu 2018).
///
/// Each step that a task is about to make has a priority by dice, and of those that can be made the one with the highest is. Steps that conflict with it
/// get new priorities, and so does the task's next step. So the order of steps that conflict is left to the dice, each way about as likely as the
/// other, and steps that commute take part in no decision. It says nothing of what was not run.
final class PartialOrderSampling: Guide {
    private var dice: Dice
    private let priorities = UnsafeMutablePointer<UInt64>.allocate(capacity: TaskSet.capacity)
    private var known = 0

    init(seed: UInt64) { dice = Dice(seed: seed) }

    deinit { priorities.deallocate() }

    override func choose(enabled: TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        var rest = enabled, best = -1
        while let task = rest.popFirst() {
            while known <= task {
                priorities[known] = dice.next()
                known += 1
            }
            if best < 0 || priorities[task] > priorities[best] { best = task }
        }
        priorities[best] = dice.next()
        if pending[best].object < 0 { return best }
        rest = enabled
        rest.remove(best)
        while let task = rest.popFirst() {
            if pending[task].object >= 0 && !Operation.commute(pending[best], pending[task]) { priorities[task] = dice.next() }
        }
        return best
    }

    override func advance() -> Bool {
        known = 0
        return true
    }

    override func beginAnew() { known = 0 }
}
