extension Connection {
    func dispose() {
        lock.withLock {
            source?.dispose()
            source = nil
        }
    }
}
