extension Connection {
    func dispose() {
        let last = lock.withLock {
            defer { source = nil }
            return source
        }
        last?.dispose()
    }
}
