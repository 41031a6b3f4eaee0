extension EventLoop: CustomStringConvertible {
    var description: String {
        tasksLock.withLock { stateLock.withLock { "tasks: \(tasks), open: \(isOpen)" } }
    }
}
