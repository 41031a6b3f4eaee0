// Refused by: a task waits only if no permit is left
// Verdict: missing or crash
// Because: there is room for one waiting task. The next one takes its place, and the first one is never resumed.
actor AsyncSemaphore {
    private var permits: Int
    private var waiting: CheckedContinuation<Void, any Error>?

    init(permits: Int) { self.permits = permits }

    func wait() async throws {
        try Task.checkCancellation()
        if permits > 0 {
            permits -= 1
            return
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting = $0 }
        } onCancel: {
            Task { await self.cancel() }
        }
    }

    private func cancel() {
        waiting.take()?.resume(throwing: CancellationError())
    }

    func signal() {
        if let task = waiting.take() { task.resume() } else { permits += 1 }
    }
}
