import CInterposition

/// Accesses of tasks to their own stacks.
///
/// Most accesses of a program go to the stack of the task that makes them, and usually no other
/// task accesses that stack. Then they race with nothing and decide nothing, and are not reported
/// at all. As soon as a task accesses another task's stack (a closure has captured the address of a
/// local variable), all such accesses are reported from there on, and the search starts again with
/// all of them.
extension Engine {
    /// Before an execution.
    func beginStackTracking() {
        hasMetStack = false
        tellOfStacks()
    }

    /// Accesses that count as steps are always reported, so that executions have the same steps
    /// either way.
    func tellOfStacks() { interleave_tell_of_own_stack(stacksAreShared || hasMetStack ? ~0 : placesMark) }

    /// A task got a stack, which later tasks with its number reuse.
    func note(stackOf task: Int, _ fiber: OpaquePointer) {
        stackBottoms[task] = interleave_fiber_bottom(fiber)
        stackTops[task] = interleave_fiber_top(fiber)
        lowestStack = min(lowestStack, stackBottoms[task])
        highestStack = max(highestStack, stackTops[task])
    }

    /// Whether an address is on the running task's own stack, while no task has accessed another
    /// one's stack in this execution.
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

    /// - Returns: whether a task has accessed another one's stack for the first time, so that the
    ///   search has to start again.
    func adoptStacks() -> Bool {
        if stacksAreShared || !hasMetStack { return false }
        stacksAreShared = true
        return true
    }
}
