/// A race of two children: the work, and a sleep. The first one that ends decides, and the other one is cancelled.
func withTimeout(_ limit: Duration, _ work: @escaping @Sendable () async throws -> Int) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask(name: "work") { try await work() }
        group.addTask(name: "limit") {
            try await Task.sleep(for: limit)
            throw TimedOut()
        }
        defer { group.cancelAll() }
        return try await group.next()!
    }
}

struct TimedOut: Error {}

/// The bug: the work does not look. A task group ends when all of its children have ended, so the timeout comes after the work.
func searchWithoutLooking(_ shelves: Int, in archive: Archive) async -> Int {
    for shelf in 1...shelves {
        await archive.search(shelf)
    }
    return shelves
}

/// The fix: the work looks before each step.
func searchUntilCancelled(_ shelves: Int, in archive: Archive) async throws -> Int {
    for shelf in 1...shelves {
        try Task.checkCancellation()
        await archive.search(shelf)
    }
    return shelves
}
