extension Slot {
    /// `resume` needs the runtime's lock of the task. A thread that cancels the task holds it while it calls the handler.
    func put(_ new: Int) {
        lock.withLock {
            value = new
            waiting?.resume(returning: new)
            waiting = nil
        }
    }
}
