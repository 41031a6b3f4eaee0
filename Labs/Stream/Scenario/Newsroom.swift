import Synchronization

/// Sends each message to all of its subscribers.
final class Newsroom: Sendable {
    private let subscribers = Mutex<[AsyncStream<String>.Continuation]>([])

    func subscribe() -> AsyncStream<String> {
        let (news, subscriber) = AsyncStream.makeStream(of: String.self)
        subscribers.withLock { $0.append(subscriber) }
        return news
    }

    func yield(_ message: String) {
        for subscriber in subscribers.withLock({ $0 }) { subscriber.yield(message) }
    }

    func finish() {
        for subscriber in subscribers.withLock({ $0 }) { subscriber.finish() }
    }
}
