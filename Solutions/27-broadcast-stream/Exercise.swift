import Synchronization

/// Sends the prices of a share to all subscribers. Any task can call it.
final class Broadcast: Sendable {
    private struct State {
        /// A stream for each subscriber, by its number.
        var streams: [Int: AsyncStream<Int>.Continuation] = [:]
        var numbers = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: how many prices are kept for a subscriber that reads slowly: the newest ones.
    init(keeping limit: Int) {
        self.limit = limit
    }

    /// The number of subscribers that still read.
    var subscribers: Int { state.withLock { $0.streams.count } }

    /// The prices from now on, for one `for await` loop.
    func subscribe() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(limit))
        let number = state.withLock { state -> Int? in
            if state.isFinished { return nil }
            state.numbers += 1
            state.streams[state.numbers] = continuation
            return state.numbers
        }
        if let number {
            continuation.onTermination = { [weak self] _ in self?.forget(number) }
        } else {
            continuation.finish()
        }
        return stream
    }

    private func forget(_ number: Int) {
        state.withLock { $0.streams[number] = nil }
    }

    /// Sends a price to all subscribers. The lock makes one step of it, so all of them get the same order.
    func send(_ price: Int) {
        state.withLock { state in
            for stream in state.streams.values { stream.yield(price) }
        }
    }

    /// No more prices come.
    func finish() {
        let streams = state.withLock { state in
            state.isFinished = true
            defer { state.streams = [:] }
            return state.streams
        }
        // Not under the lock: this calls `onTermination`, which wants it.
        for stream in streams.values { stream.finish() }
    }
}
