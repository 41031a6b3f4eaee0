/// Computes a value. Takes long, and can fail. It should give up when its task is cancelled.
typealias Compute = @Sendable (_ key: String) async throws -> Int

/// Computes each value once, and keeps it. Any task can call it.
actor Memo {
    /// A computation that runs, and the calls that wait for it.
    private struct Run {
        let task: Task<Void, Never>
        var waiting: [Int: CheckedContinuation<Int, any Error>] = [:]
    }

    private let compute: Compute
    private var values: [String: Int] = [:]
    /// The number of the computation whose result will be kept.
    private var current: [String: Int] = [:]
    private var runs: [Int: Run] = [:]
    private var numbers = 0

    init(compute: @escaping Compute) {
        self.compute = compute
    }

    /// The value for a key. The first call computes it, and the others wait for that.
    func value(for key: String) async throws -> Int {
        try Task.checkCancellation()
        if let value = values[key] { return value }
        let run = current[key] ?? begin(key), call = newNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { runs[run]?.waiting[call] = $0 }
        } onCancel: {
            // It comes to the actor after the continuation is stored: there is no suspension before that.
            Task { await leave(call, run, key) }
        }
    }

    private func newNumber() -> Int {
        numbers += 1
        return numbers
    }

    private func begin(_ key: String) -> Int {
        let run = newNumber()
        let task = Task {
            let result: Result<Int, any Error>
            do { result = .success(try await compute(key)) } catch { result = .failure(error) }
            end(run, key, with: result)
        }
        runs[run] = Run(task: task)
        current[key] = run
        return run
    }

    private func end(_ run: Int, _ key: String, with result: Result<Int, any Error>) {
        // Perhaps it was forgotten, and a newer computation has its place.
        if current[key] == run {
            current[key] = nil
            values[key] = try? result.get()
        }
        guard let waiting = runs.removeValue(forKey: run)?.waiting else { return }
        for call in waiting.values { call.resume(with: result) }
    }

    /// A call that waits is cancelled. With the last one, the computation is.
    private func leave(_ call: Int, _ run: Int, _ key: String) {
        guard let waiting = runs[run]?.waiting.removeValue(forKey: call) else { return }
        waiting.resume(throwing: CancellationError())
        guard runs[run]?.waiting.isEmpty == true else { return }
        runs.removeValue(forKey: run)?.task.cancel()
        if current[key] == run { current[key] = nil }
    }

    /// From now on, the value has to be computed again.
    func forget(_ key: String) {
        values[key] = nil
        current[key] = nil
    }
}
