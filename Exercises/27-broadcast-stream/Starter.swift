/// Sends the prices of a share to all subscribers. Any task can call it.
final class Broadcast: Sendable {
    private let stream: AsyncStream<Int>
    private let continuation: AsyncStream<Int>.Continuation

    /// - Parameter limit: how many prices are kept for a subscriber that reads slowly: the newest ones.
    init(keeping limit: Int) {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(limit))
    }

    /// The number of subscribers that still read.
    var subscribers: Int { 1 }

    /// The prices from now on, for one `for await` loop.
    func subscribe() -> AsyncStream<Int> { stream }

    /// Sends a price to all subscribers.
    func send(_ price: Int) {
        continuation.yield(price)
    }

    /// No more prices come.
    func finish() {
        continuation.finish()
    }
}
