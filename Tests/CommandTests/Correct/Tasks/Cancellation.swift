/// A task that is cancelled stops at the next point at which it looks, and says so.
func count() async throws -> Int {
    var steps = 0
    for _ in 0..<3 {
        try Task.checkCancellation()
        steps += 1
        await Task.yield()
    }
    return steps
}

func scenario() async -> String {
    let task = Task { try await count() }
    task.cancel()
    switch await task.result {
    case .success(let steps): return "\(steps) steps"
    case .failure(is CancellationError): return "cancelled"
    case .failure: return "failed"
    }
}

func allowed(_ text: String) -> Bool { ["3 steps", "cancelled"].contains(text) }
