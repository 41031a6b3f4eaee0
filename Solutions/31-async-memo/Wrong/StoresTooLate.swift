// Refused by: each value is computed once
// Verdict: tooOften
// Says: an actor were locked
// Because: until the value is there, each call finds nothing, and computes it itself.
typealias Compute = @Sendable (_ key: String) async throws -> Int

actor Memo {
    private let compute: Compute
    private var values: [String: Int] = [:]

    init(compute: @escaping Compute) { self.compute = compute }

    func value(for key: String) async throws -> Int {
        try Task.checkCancellation()
        if let value = values[key] { return value }
        let value = try await compute(key)
        values[key] = value
        return value
    }

    func forget(_ key: String) { values[key] = nil }
}
