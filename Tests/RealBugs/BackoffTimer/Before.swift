extension ConnectionPool {
    func timerFired(for connection: Int) {
        lock.withLock {
            guard backingOff.remove(connection) != nil else { preconditionFailure("This connection has no timer.") }
            attempts += 1
        }
    }
}
