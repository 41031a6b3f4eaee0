import Explorer

/// Advice for a circular wait in which a thread calls something else while it holds a lock.
extension Scene {
    func lockHeldDuringCall(_ circle: [ExplorationReport.Waiting]) -> String? {
        let causes = Set(circle.map(\.cause))
        if causes == [.queue, .lock] {
            return
                "`sync` blocks until the queue has run the block. Here a block on that queue needs the lock that the caller of `sync` holds. Release the lock before you call `sync`, or use `async`."
        }
        guard causes == [.lock], circle.contains(where: { waiting in circle.contains { callsOut(waiting, holding: $0) } }) else {
            return nil
        }
        return
            "Do not call code that you do not know (a closure, a delegate, an observer) while you hold a lock: that code decides which lock it acquires, so no order of the locks can be kept. Take what you need under the lock, release the lock, and call after that."
    }

    /// Whether a thread acquired the lock that another one waits for, and then called a closure of another function, where it waits.
    private func callsOut(_ waiting: ExplorationReport.Waiting, holding other: ExplorationReport.Waiting) -> Bool {
        guard other.holders.contains(waiting.task), let taken = taken(by: waiting.task, other), let holder = source.innermost(taken.places)
        else { return false }
        let stack = stack(waiting)
        guard let frame = stack.lastIndex(where: { source.innermost([$0])?.function == holder.function }) else { return false }
        return stack[..<frame].contains { offset in
            guard let function = source.function(offset), source.place([offset]) != nil else { return false }
            return function.contains("closure #") && source.innermost([offset])?.function != holder.function
        }
    }
}
