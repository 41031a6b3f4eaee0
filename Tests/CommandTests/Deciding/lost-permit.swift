// leak: 45, 18
// Says: came before
import Foundation

final class AsyncSemaphore: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Int
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(value: Int) { self.value = value }

    func waitUnlessCancelled() async throws {
        try takeEarly()
    }
    private func takeEarly() throws {
        lock.lock(); defer { lock.unlock() }
        value -= 1
        if Task.isCancelled { throw CancellationError() }  // the permit is lost
    }
    func wait() async {
        await withCheckedContinuation { continuation in
            let isFree = lock.withLock {
                value -= 1
                if value < 0 { waiters.append(continuation) }
                return value >= 0
            }
            if isFree { continuation.resume() }
        }
    }
    func signal() {
        let next = lock.withLock { () -> CheckedContinuation<Void, Never>? in
            value += 1
            return value <= 0 ? waiters.removeFirst() : nil
        }
        next?.resume()
    }
}

func scenario() async {
    let semaphore = AsyncSemaphore(value: 1)
    let task = Task {
        try await semaphore.waitUnlessCancelled()
        semaphore.signal()
    }
    task.cancel()
    _ = await task.result
    await semaphore.wait()
    semaphore.signal()
}

// After groue/Semaphore#3
