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

    /// A task has a stack now, which later tasks of its number will have too.
    func note(stackOf task: Int, _ fiber: OpaquePointer) {
        stackBottoms[task] = interleave_fiber_bottom(fiber)
        stackTops[task] = interleave_fiber_top(fiber)
        lowestStack = min(lowestStack, stackBottoms[task])
        highestStack = max(highestStack, stackTops[task])
    }

    /// The running task touches memory: whether it lies on its own stack, which nobody else has touched in this execution.
    @inline(__always)
    func isOnOwnStack(_ address: UInt) -> Bool {
        address &- lowestStack < highestStack &- lowestStack && !hasMetStack && isOwn(address)
    }

    private func isOwn(_ address: UInt) -> Bool {
        if isOnStack(of: current, address) { return true }
        if !(0..<taskCount).contains(where: { fibers[$0] != nil && isOnStack(of: $0, address) }) { return false }
        hasMetStack = true
        tellOfStacks()
        return false
    }

    @inline(__always)
    private func isOnStack(of task: Int, _ address: UInt) -> Bool { address >= stackBottoms[task] && address < stackTops[task] }

    /// - Returns: whether a task has touched another's stack for the first time, so that the search has to begin anew.
    func adoptStacks() -> Bool {
        if stacksAreShared || !hasMetStack { return false }
        stacksAreShared = true
        return true
    }
}
