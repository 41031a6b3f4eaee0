/// Partial-order sampling (POS: Yuan, Yang, Gu 2018).
///
/// Each pending step has a random priority, and the enabled step with the highest priority is made.
/// Steps that conflict with it get new priorities, and so does the task's next step. So the order
/// of conflicting steps is random, with both orders about equally likely, and commuting steps take
/// part in no decision. It says nothing about interleavings that were not run.
final class PartialOrderSampling: SchedulingStrategy {
    private var dice: Dice
    /// 0: not chosen yet.
    private let priorities = UnsafeMutablePointer<UInt64>.allocate(capacity: TaskSet.capacity)
    /// No task from this number on has a priority.
    private var thrown = 0

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        priorities.initialize(repeating: 0, count: TaskSet.capacity)
    }

    deinit { priorities.deallocate() }

    override func choose(enabled: TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        choose(of: enabled, pending: pending)
    }

    @inline(__always)
    func choose(of enabled: some TaskNumbers, pending: UnsafePointer<Operation>) -> Int {
        var rest = enabled
        guard var best = rest.popFirst() else { return -1 }
        while let task = rest.popFirst() {
            if priority(of: task) > priority(of: best) { best = task }
        }
        priorities[best] = 0
        if pending[best].object < 0 { return best }
        rest = enabled
        rest.remove(best)
        while let task = rest.popFirst() {
            if pending[task].object >= 0 && !Operation.commute(pending[best], pending[task]) { priorities[task] = 0 }
        }
        return best
    }

    /// Only one task is left: there is nothing to decide.
    @inline(__always)
    func choose(theOnly task: Int) { priorities[task] = 0 }

    @inline(__always)
    private func priority(of task: Int) -> UInt64 {
        if priorities[task] == 0 {
            priorities[task] = dice.next() | 1
            thrown = max(thrown, task + 1)
        }
        return priorities[task]
    }

    private func forget() {
        priorities.update(repeating: 0, count: thrown)
        thrown = 0
    }

    override func advance() -> Bool {
        forget()
        return true
    }

    override func beginAnew() { forget() }
}
