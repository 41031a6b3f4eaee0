// misuse: 18, 23
// Says: had resumed it in
// Advises: let the first one take the continuation out of an optional
import Foundation

final class Request: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: UnsafeContinuation<Int, Never>?

    func answer() async -> Int {
        await withUnsafeContinuation { waiting in
            lock.withLock { continuation = waiting }
            DispatchQueue.global().async { self.succeed() }
            DispatchQueue.global().async { self.giveUp() }
        }
    }
    private func succeed() {
        lock.withLock { continuation }?.resume(returning: 1)
    }
    private func giveUp() {
        let waiting = lock.withLock { continuation }
        lock.withLock { continuation = nil }
        waiting?.resume(returning: 0)
    }
}

func scenario() async -> Int { await Request().answer() }
