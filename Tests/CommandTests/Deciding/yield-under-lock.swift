// deadlock: 14, 20
// Says: waits for the runtime's lock of task 1
// Advises: do not call resume(), yield() or finish() while you hold a lock
import Foundation

final class Feed: @unchecked Sendable {
    let lock = NSLock()
    var continuation: AsyncStream<Int>.Continuation?

    func stream() -> AsyncStream<Int> {
        AsyncStream { c in
            lock.withLock { continuation = c }
            c.onTermination = { _ in
                self.lock.withLock { self.continuation = nil }
            }
        }
    }

    func send(_ value: Int) {
        lock.withLock { _ = continuation?.yield(value) }
    }
}

func scenario() async {
    let feed = Feed()
    let stream = feed.stream()
    let reader = Task {
        for await _ in stream {}
    }
    let sender = Task { feed.send(1) }
    reader.cancel()
    await sender.value
    await reader.value
}
