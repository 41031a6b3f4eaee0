// Refused by: each value is computed once
// Verdict: spins
// Because: each call looks again and again whether the value is there.
typealias Compute = @Sendable (_ key: String) async throws -> Int

actor Memo {
    private let compute: Compute
    private var results: [String: Result<Int, any Error>] = [:]
    private var tasks: [String: Task<Void, Never>] = [:]
    private var waiting: [String: Int] = [:]

    init(compute: @escaping Compute) { self.compute = compute }

    func value(for key: String) async throws -> Int {
        try Task.checkCancellation()
        if tasks[key] == nil {
            results[key] = nil
            tasks[key] = Task {
                do { results[key] = .success(try await compute(key)) } catch { results[key] = .failure(error) }
            }
        }
        while true {
            try Task.checkCancellation()
            if let result = results[key] {
                if case .failure = result { tasks[key] = nil }
                return try result.get()
            }
            await Task.yield()
        }
    }

    func forget(_ key: String) {
        tasks[key] = nil
        results[key] = nil
    }
}
