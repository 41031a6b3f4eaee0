// Each waiting task reads a stream of its own. A cancellation ends the stream, and `yield` then says that nothing reads it.
actor AsyncSemaphore {
    private var permits: Int
    private var waiting: [AsyncStream<Void>.Continuation] = []

    init(permits: Int) { self.permits = permits }

    func wait() async throws {
        try Task.checkCancellation()
        if permits > 0 {
            permits -= 1
            return
        }
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        waiting.append(continuation)
        for await _ in stream { return }
        throw CancellationError()
    }

    func signal() {
        while !waiting.isEmpty {
            if case .enqueued = waiting.removeFirst().yield() { return }
        }
        permits += 1
    }
}
