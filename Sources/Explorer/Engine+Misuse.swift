/// What libdispatch traps on, and what nobody may do with a lock.
extension Engine {
    /// The running task ends here. (It returns nothing; the type suits those who call.)
    @discardableResult
    func misuse(_ misuse: Failure.Misuse, place: UInt) -> Int64 {
        report(.misuse(misuse, task: current, place: place))
        leave(current, as: .trapped)
        return 0
    }

    /// The last reference that the program has to an object of libdispatch goes.
    func letGo(_ key: UInt, place: UInt) -> Int64 {
        guard let index = objects.find(key | 1) else { return 0 }
        if objects[index].isKnown && objects[index].value < objects[index].first { return misuse(.semaphoreInUse, place: place) }
        if objects[index].source >= 0 { return letGo(ofSource: Int(objects[index].source), place: place) }
        let queue = objects[index].queue
        if queue >= 0 && queues[queue].suspensions > 0 { return misuse(.queueSuspended, place: place) }
        return 0
    }

    /// A lock goes.
    func destroy(_ key: UInt, place: UInt) -> Int64 {
        guard let index = objects.find(key | 1) else { return 0 }
        if objects[index].owner >= 0 || objects.hasReaders(index) { return misuse(.lockDestroyed, place: place) }
        objects.forget(index)
        return 0
    }

    /// A work item's code is about to run.
    func beginWork(_ key: UInt, place: UInt) {
        guard let index = objects.find(key | 1) else { return }
        objects[index].first += 1
        // Once more: that must not come after somebody's wait.
        if objects[index].first > 1 { visit(Operation(kind: .workBeginAgain, object: index, place: place)) }
        if objects[index].wasAwaited { misuse(.itemRunAndAwaited, place: place) }
    }
}
