/// Branches still to be executed: trees whose edges are steps of tasks, so that a common prefix is
/// kept once.
///
/// The wakeup trees of optimal dynamic partial-order reduction (Abdulla, Aronis, Jonsson, Sagonas
/// 2017). Steps are known by numbers; -1 is none.
struct WakeupTree {
    private struct Step: BitwiseCopyable {
        /// As in the execution that the branch comes from. Other executions can number objects otherwise.
        var operation: Operation
        /// The task that makes it (`Search.identities`).
        var task: UInt64
        /// The first step after this one, and the first step of the next sibling branch.
        var below: Int32 = -1
        var next: Int32 = -1
    }

    private static let mostSteps = 1 << 19

    private var steps = Storage<Step>()
    private var free: Int32 = -1
    private var count = 0

    func deallocate() { steps.deallocate() }

    mutating func removeAll() {
        steps.removeAll()
        free = -1
        count = 0
    }

    /// The number of steps, free ones included.
    var size: Int { steps.count }

    /// The tree is larger than the limit.
    var isFull: Bool { count > Self.mostSteps }

    func task(of step: Int32) -> UInt64 { steps[Int(step)].task }
    func operation(of step: Int32) -> Operation { steps[Int(step)].operation }
    func next(after step: Int32) -> Int32 { steps[Int(step)].next }
    func branches(after step: Int32) -> Int32 { steps[Int(step)].below }
    func setBranches(_ first: Int32, after step: Int32) { steps[Int(step)].below = first }
    func append(_ branch: Int32, after last: Int32) { steps[Int(last)].next = branch }

    /// Adds a step, followed by `below`.
    mutating func add(_ task: UInt64, _ operation: Operation, before below: Int32) -> Int32 {
        let step = Step(operation: operation, task: task, below: below)
        count += 1
        guard free >= 0 else {
            steps.append(step)
            return Int32(truncatingIfNeeded: steps.count - 1)
        }
        let number = free
        free = steps[Int(number)].next
        steps[Int(number)] = step
        return number
    }

    /// The number of branches from this one on.
    func count(from first: Int32) -> Int {
        var cursor = first, count = 0
        while cursor >= 0 {
            count += 1
            cursor = steps[Int(cursor)].next
        }
        return count
    }

    /// Removes the first branch of a row.
    func takeFirst(of branches: inout Int32) -> Int32 {
        let first = branches
        branches = steps[Int(first)].next
        steps[Int(first)].next = -1
        return first
    }

    /// Detaches all that follows a step.
    func takeBranches(after step: Int32) -> Int32 {
        let below = steps[Int(step)].below
        steps[Int(step)].below = -1
        return below
    }

    /// A contradiction in the tree; nil: there is none. Each step is free, or has at most one step that it follows or stands beside.
    var contradiction: String? {
        var pointed = [Bool](repeating: false, count: steps.count), isFree = pointed, cursor = free, left = steps.count
        while cursor >= 0 {
            if Int(cursor) >= steps.count || isFree[Int(cursor)] { return "the free steps of the wakeup tree are no list" }
            isFree[Int(cursor)] = true
            left -= 1
            cursor = steps[Int(cursor)].next
        }
        if left != count { return "the wakeup tree has \(left) steps, and counts \(count)" }
        for step in 0..<steps.count where !isFree[step] {
            for next in [steps[step].below, steps[step].next] where next >= 0 {
                if Int(next) >= steps.count || isFree[Int(next)] { return "a branch of the wakeup tree goes on with a free step" }
                if pointed[Int(next)] { return "two branches of the wakeup tree share a step" }
                pointed[Int(next)] = true
            }
        }
        return nil
    }

    /// Frees a row of branches.
    mutating func discard(_ branches: inout Int32) {
        var step = branches, last = branches
        while last >= 0 && steps[Int(last)].next >= 0 { last = steps[Int(last)].next }
        branches = -1
        while step >= 0 {
            // Steps below are appended to the row.
            steps[Int(last)].next = steps[Int(step)].below
            while steps[Int(last)].next >= 0 { last = steps[Int(last)].next }
            let next = steps[Int(step)].next
            steps[Int(step)].next = free
            free = step
            count -= 1
            step = next
        }
    }
}
