// Refused by: a cancelled task does not wait
// Verdict: missing or wrongResult
// Because: the first task computes for all. If it is cancelled, the computation of the others is.
typealias Compute = @Sendable (_ key: String) async throws -> Int

actor Memo {
    private let compute: Compute
    private var values: [String: Int] = [:]
    private var waiting: [String: [CheckedContinuation<Int, any Error>]] = [:]

    init(compute: @escaping Compute) { self.compute = compute }

    func value(for key: String) async throws -> Int {
        try Task.checkCancellation()
        if let value = values[key] { return value }
        if waiting[key] != nil {
            return try await withCheckedThrowingContinuation { waiting[key]?.append($0) }
        }
        waiting[key] = []
        let result: Result<Int, any Error>
        do { result = .success(try await compute(key)) } catch { result = .failure(error) }
        values[key] = try? result.get()
        for call in waiting.removeValue(forKey: key) ?? [] { call.resume(with: result) }
        return try result.get()
    }

    func forget(_ key: String) { values[key] = nil }
}
