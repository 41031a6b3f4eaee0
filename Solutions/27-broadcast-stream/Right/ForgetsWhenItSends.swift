// `onTermination` only sets a flag of its subscriber. Those that have gone are removed when they are met.
import Foundation
import Synchronization

private final class Subscriber: Sendable {
    let stream: AsyncStream<Int>.Continuation
    let hasGone = Atomic(false)

    init(_ stream: AsyncStream<Int>.Continuation) { self.stream = stream }
}

final class Broadcast: @unchecked Sendable {
    private let lock = NSLock()
    private let limit: Int
    /// nil: it is finished.
    private var all: [Subscriber]? = []

    init(keeping limit: Int) { self.limit = limit }

    var subscribers: Int {
        lock.withLock { all?.count { !$0.hasGone.load(ordering: .acquiring) } ?? 0 }
    }

    func subscribe() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(limit))
        let subscriber = Subscriber(continuation)
        continuation.onTermination = { [weak subscriber] _ in subscriber?.hasGone.store(true, ordering: .releasing) }
        let isLate = lock.withLock {
            all?.append(subscriber)
            return all == nil
        }
        if isLate { continuation.finish() }
        return stream
    }

    func send(_ price: Int) {
        lock.withLock {
            all?.removeAll { $0.hasGone.load(ordering: .acquiring) }
            for subscriber in all ?? [] { subscriber.stream.yield(price) }
        }
    }

    func finish() {
        let last = lock.withLock {
            defer { all = nil }
            return all ?? []
        }
        for subscriber in last { subscriber.stream.finish() }
    }
}
