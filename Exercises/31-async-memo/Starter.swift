/// Computes a value. Takes long, and can fail. It should give up when its task is cancelled.
typealias Compute = @Sendable (_ key: String) async throws -> Int

/// Computes each value once, and keeps it. Any task can call it.
actor Memo {
    private let compute: Compute
    private var tasks: [String: Task<Int, any Error>] = [:]

    init(compute: @escaping Compute) {
        self.compute = compute
    }

    /// The value for a key. The first call computes it, and the others wait for that.
    func value(for key: String) async throws -> Int {
        if let task = tasks[key] { return try await task.value }
        let task = Task {
            do {
                return try await compute(key)
            } catch {
                tasks[key] = nil
                throw error
            }
        }
        tasks[key] = task
        return try await task.value
    }

    /// From now on, the value has to be computed again.
    func forget(_ key: String) {
        tasks[key] = nil
    }
}
