import Foundation

/// Positions until the last listener goes away.
final class Tracker: Sendable {
    let stopped = DispatchSemaphore(value: 0)

    func positions() -> AsyncStream<Int> {
        AsyncStream { continuation in
            DispatchQueue.global().async {
                continuation.yield(1)
                // Only now the tracker runs, and has to be stopped.
                continuation.onTermination = { _ in self.stopped.signal() }
            }
        }
    }
}

func scenario() async {
    let tracker = Tracker()
    let listener = Task {
        for await _ in tracker.positions() { break }
    }
    await listener.value
    await withCheckedContinuation { done in
        DispatchQueue.global().async {
            tracker.stopped.wait(); done.resume()
        }
    }
}
