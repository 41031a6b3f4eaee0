// Refused by: no thread is blocked
// Or refused by: a task waits only if no permit is left
// Verdict: waits
// Because: it is only a new name for a semaphore that blocks a thread of the pool.
import Dispatch

final class AsyncSemaphore: @unchecked Sendable {
    private let semaphore: DispatchSemaphore

    init(permits: Int) {
        semaphore = DispatchSemaphore(value: 0)
        for _ in 0..<permits { semaphore.signal() }
    }

    func wait() async throws {
        try Task.checkCancellation()
        block()
    }

    private func block() { semaphore.wait() }

    func signal() { semaphore.signal() }
}
