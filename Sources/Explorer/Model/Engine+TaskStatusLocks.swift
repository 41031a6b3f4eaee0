/// Locks of the Swift runtime itself, mainly each Swift task's status lock: it protects the task's
/// children, groups and cancellation handlers.
///
/// The order in which the runtime acquires them is not observable, so that is not a step. But a
/// task that cancels a Swift task keeps the lock while the handlers run and the children are
/// marked. Meanwhile neither the Swift task nor its relatives get past a place where the runtime
/// needs the lock: where a scope with a handler, a child or a group begins or ends, say. Whenever a
/// task has had to wait there, the search starts again. Acquiring such a lock is then ordered with
/// each step of that kind at that place.
extension Engine {
    func lockQuietly(_ key: UInt, place: UInt) {
        let index = object(key | 1)
        if Int(objects[index].owner) == current {
            objects[index].depth += 1
            return
        }
        if objects[index].owner >= 0 {
            if isSearching, let latest = search.latest(of: current) { newNeeds.insert(Self.need(latest)) }
            let operation = arrive(at: Operation(kind: .runtimeLock, object: index, place: place))
            // Steps made while the lock was held came first, though no choice of the search decided
            // that.
            if isSearching { search.order(current, afterEvent: Int(objects[index].ordered)) }
            commit(operation)
        }
        objects[index].owner = Int32(truncatingIfNeeded: current)
        jobs[current].quietLocks += 1
    }

    func unlockQuietly(_ key: UInt) {
        let index = object(key | 1)
        if objects[index].depth > 0 {
            objects[index].depth -= 1
        } else {
            objects[index].ordered = Int32(truncatingIfNeeded: search.eventsMade - 1)
            objects.unlock(index)
            jobs[current].quietLocks -= 1
        }
    }

    /// Marks an operation of the running task if it concerns a status lock.
    func noteStatusLock(_ operation: inout Operation, of task: Int) {
        if jobs[task].quietLocks > 0 { operation.hasStatusLock = true }
        if operation.family < 0, jobs[task].swiftTask >= 0, needs.contains(Self.need(operation)) {
            operation.family = swiftTasks[jobs[task].swiftTask].family
            operation.needsStatusLock = true
        }
    }

    /// Steps of one kind at one place.
    private static func need(_ operation: Operation) -> UInt { operation.place << 8 | UInt(operation.kind.rawValue) }

    /// - Returns: whether a task had to wait for a status lock after a step of a new kind or at a
    ///   new place, so that the search has to start again.
    func adoptStatusLocks() -> Bool {
        let new = newNeeds.subtracting(needs)
        if newNeeds.isEmpty { return false }
        newNeeds.removeAll()
        needs.formUnion(new)
        watchesStatusLocks = true
        return !new.isEmpty
    }
}
