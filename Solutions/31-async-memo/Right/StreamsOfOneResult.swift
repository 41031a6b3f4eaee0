// Each call that waits reads a stream of its own, which ends when its task is cancelled.
typealias Compute = @Sendable (_ key: String) async throws -> Int

actor Memo {
    private final class Run: Sendable {}

    private typealias Results = AsyncStream<Result<Int, any Error>>

    private let compute: Compute
    private var values: [String: Int] = [:]
    private var current: [String: Run] = [:]
    private var tasks: [ObjectIdentifier: Task<Void, Never>] = [:]
    private var waiting: [ObjectIdentifier: [Int: Results.Continuation]] = [:]
    private var numbers = 0

    init(compute: @escaping Compute) { self.compute = compute }

    func value(for key: String) async throws -> Int {
        try Task.checkCancellation()
        if let value = values[key] { return value }
        let run = current[key] ?? begin(key)
        numbers += 1
        let call = numbers
        let (results, continuation) = Results.makeStream()
        waiting[ObjectIdentifier(run), default: [:]][call] = continuation
        for await result in results { return try result.get() }
        leave(call, run, key)
        throw CancellationError()
    }

    private func begin(_ key: String) -> Run {
        let run = Run()
        current[key] = run
        tasks[ObjectIdentifier(run)] = Task {
            let result: Result<Int, any Error>
            do { result = .success(try await compute(key)) } catch { result = .failure(error) }
            end(run, key, result)
        }
        return run
    }

    private func end(_ run: Run, _ key: String, _ result: Result<Int, any Error>) {
        if current[key] === run {
            current[key] = nil
            values[key] = try? result.get()
        }
        for call in (waiting.removeValue(forKey: ObjectIdentifier(run)) ?? [:]).values {
            call.yield(result)
            call.finish()
        }
        tasks[ObjectIdentifier(run)] = nil
    }

    private func leave(_ call: Int, _ run: Run, _ key: String) {
        let id = ObjectIdentifier(run)
        guard waiting[id]?.removeValue(forKey: call) != nil, waiting[id]?.isEmpty == true else { return }
        waiting[id] = nil
        tasks.removeValue(forKey: id)?.cancel()
        if current[key] === run { current[key] = nil }
    }

    func forget(_ key: String) {
        values[key] = nil
        current[key] = nil
    }
}
