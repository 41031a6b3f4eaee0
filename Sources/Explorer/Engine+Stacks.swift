import CInterposition

/// Accesses of tasks to their own stacks.
///
/// Most accesses of a program are to variables on the stack of the task that makes them, and mostly nobody else ever touches those: then they
/// race with nothing and decide nothing, and are not told at all. As soon as any task touches the stack of another (a closure has captured the
/// address of a local variable), all such accesses are told from there on, and the search begins anew with all of them.
extension Engine {
    /// Before an execution.
    func keepStacksApart() {
        hasMetStack = false
        tellOfStacks()
    }

    /// Accesses that count as steps are told wherever they lead, so that executions have the same steps either way.
    func tellOfStacks() { interleave_tell_of_own_stack(stacksAreShared || hasMetStack ? ~0 : placesMark) }

    /// A task has a stack now, beside those that it had before.
    func note(stackOf task: Int, _ fiber: OpaquePointer) {
        stackTops[task] = interleave_fiber_top(fiber)
        lowestStack = min(lowestStack, interleave_fiber_bottom(fiber))
        highestStack = max(highestStack, stackTops[task])
    }

    /// The running task touches memory: whether it lies on its own stack, which nobody else has touched in this execution.
    @inline(__always)
    func isOnOwnStack(_ address: UInt) -> Bool {
        address &- lowestStack < highestStack &- lowestStack && !hasMetStack && isOwn(address)
    }

    private func isOwn(_ address: UInt) -> Bool {
        for task in 0..<taskCount {
            guard let fiber = fibers[task], address >= interleave_fiber_bottom(fiber), address < stackTops[task] else { continue }
            if task == current { return true }
            hasMetStack = true
            tellOfStacks()
            return false
        }
        return false
    }

    /// - Returns: whether a task has touched another's stack for the first time, so that the search has to begin anew.
    func adoptStacks() -> Bool {
        if stacksAreShared || !hasMetStack { return false }
        stacksAreShared = true
        return true
    }
}
