// leak: 6, 20
// Says: Every interleaving ends in this way
struct TimedOut: Error {}

func withTimeout(_ operation: @escaping @Sendable () async throws -> Int) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await Task.sleep(nanoseconds: 1_000_000)
            throw TimedOut()
        }
        defer { group.cancelAll() }
        return try await group.next()!
    }
}

nonisolated(unsafe) var pending: CheckedContinuation<Int, Error>?

func waitForEvent() async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
        pending = continuation  // the event never comes
    }
}

func scenario() async -> Bool {
    do { _ = try await withTimeout { try await waitForEvent() }; return false } catch { return true }
}

// After pnikolaidis/icemelt#42
