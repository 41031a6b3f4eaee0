extension EventLoop: CustomStringConvertible {
    var description: String {
        let count = tasksLock.withLock { tasks }
        let isOpen = stateLock.withLock { self.isOpen }
        return "tasks: \(count), open: \(isOpen)"
    }
}
