// leak: 13, 20
// Says: came before
// Advises: keep what the first step did in a variable
import Foundation

final class Broadcaster: @unchecked Sendable {
    private let lock = NSLock()
    private var subscribers: [AsyncStream<Int>.Continuation] = []

    func subscribe() -> AsyncStream<Int> {
        AsyncStream { continuation in
            self.lock.lock()
            self.subscribers.append(continuation)
            self.lock.unlock()
        }
    }

    func send(_ value: Int) {
        lock.lock()
        let all = subscribers
        lock.unlock()
        for one in all {
            one.yield(value)
            one.finish()
        }
    }
}

func scenario() async -> Int {
    let broadcaster = Broadcaster()
    DispatchQueue.global().async { broadcaster.send(7) }
    var sum = 0
    for await value in broadcaster.subscribe() { sum += value }
    return sum
}
