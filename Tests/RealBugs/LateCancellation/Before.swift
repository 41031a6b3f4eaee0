extension Access {
    func run(in database: Database) -> Bool {
        defer { database.forgetInterruption() }
        lock.withLock { interruption = database.interrupt }
        return database.work()
    }
}
