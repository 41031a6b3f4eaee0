extension Access {
    func run(in database: Database) -> Bool {
        defer {
            lock.withLock { interruption = nil }
            database.forgetInterruption()
        }
        lock.withLock { interruption = database.interrupt }
        return database.work()
    }
}
