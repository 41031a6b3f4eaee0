/// The Swift runtime's own locks, chiefly those of what it keeps of each task: its children, its groups, and handlers of its cancellation.
///
/// Nobody can notice in which order the runtime takes them, so that is no step. But who cancels a task keeps the lock while the handlers run and the
/// children are marked, and for so long neither the task nor its relatives get past a place where the runtime needs it: where a scope with a handler, a
/// child or a group begins or ends, say. Whenever somebody has had to wait there, the search begins anew, and what takes such a lock is then held to
/// come before or after each step of that kind in that place.
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
            // What was done beneath the lock came first, though not by anybody's choice.
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

    /// Notes on an operation of the running task's what it has to do with the records of Swift tasks.
    func noteRecords(_ operation: inout Operation, of task: Int) {
        if jobs[task].quietLocks > 0 { operation.hasRecords = true }
        if operation.family < 0, jobs[task].swiftTask >= 0, needs.contains(Self.need(operation)) {
            operation.family = swiftTasks[jobs[task].swiftTask].family
            operation.needsRecords = true
        }
    }

    /// Steps of one kind in one place.
    private static func need(_ operation: Operation) -> UInt { operation.place << 8 | UInt(operation.kind.rawValue) }

    /// - Returns: whether somebody had to wait for records behind a step of another kind or in another place than before, so that everything has to be searched
    ///   anew.
    func adoptRecords() -> Bool {
        let new = newNeeds.subtracting(needs)
        if newNeeds.isEmpty { return false }
        newNeeds.removeAll()
        needs.formUnion(new)
        watchesRecords = true
        return !new.isEmpty
    }
}
