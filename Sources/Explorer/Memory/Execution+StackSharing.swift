import CInterposition

/// Accesses of tasks to their own stacks.
///
/// Most accesses of a program go to the stack of the task that makes them, and usually no other
/// task accesses that stack. Then they race with nothing and decide nothing, and are not reported
/// at all. As soon as a task accesses another task's stack (a closure has captured the address of a
/// local variable), all such accesses are reported from there on, and the search starts again with
/// all of them.
extension Execution {
    /// Accesses that count as steps are always reported, so that executions have the same steps
    /// either way.
    func tellOfStacks() { interleave_tell_of_own_stack(exploration.stacks.areShared || hasMetStack ? ~0 : exploration.places.mark) }

    /// Whether an address is on the running task's own stack, while no task has accessed another
    /// one's stack in this execution.
    @inline(__always)
    func isOnOwnStack(_ address: UInt) -> Bool { exploration.stacks.mayContain(address) && !hasMetStack && isOwn(address) }

    private func isOwn(_ address: UInt) -> Bool {
        if exploration.stacks.isOnStack(of: current, address) { return true }
        let isOnAny = (0..<tasks.count).contains { exploration.stacks.fibers[$0] != nil && exploration.stacks.isOnStack(of: $0, address) }
        if !isOnAny { return false }
        hasMetStack = true
        tellOfStacks()
        return false
    }
}
