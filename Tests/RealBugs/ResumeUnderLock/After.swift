extension Slot {
    func put(_ new: Int) {
        let continuation = lock.withLock {
            value = new
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: new)
    }
}
