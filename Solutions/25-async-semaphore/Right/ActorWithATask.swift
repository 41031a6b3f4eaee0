// An actor: the handler starts a task that comes to the actor. It runs after `wait` is suspended, so it finds the
// entry, or the permit was faster.
actor AsyncSemaphore {
    private var permits: Int
    private var waiting: [(call: Int, task: CheckedContinuation<Void, any Error>)] = []
    private var calls = 0

    init(permits: Int) { self.permits = permits }

    func wait() async throws {
        try Task.checkCancellation()
        if permits > 0 {
            permits -= 1
            return
        }
        calls += 1
        let call = calls
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting.append((call, $0)) }
        } onCancel: {
            Task { await self.cancel(call) }
        }
    }

    private func cancel(_ call: Int) {
        guard let index = waiting.firstIndex(where: { $0.call == call }) else { return }
        waiting.remove(at: index).task.resume(throwing: CancellationError())
    }

    func signal() {
        if waiting.isEmpty { permits += 1 } else { waiting.removeFirst().task.resume() }
    }
}
