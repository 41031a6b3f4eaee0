import Foundation

// swift-async-algorithms, pull request 303: zip resumes a continuation while it holds its lock. The handler of a cancellation needs the lock.
// The same bug was fixed later in async-http-client (pull request 871) and in swift-nio (pull requests 3452, 3454 and 3455).

/// A value that a task waits for.
final class Slot: @unchecked Sendable {
    let lock = NSLock()
    var waiting: CheckedContinuation<Int?, Never>?
    var value: Int?
    var isCancelled = false

    func next() async -> Int? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isReady, result) = lock.withLock {
                    if value == nil && !isCancelled { waiting = continuation }
                    return (value != nil || isCancelled, value)
                }
                if isReady { continuation.resume(returning: result) }
            }
        } onCancel: {
            cancel()
        }
    }

    private func cancel() {
        let continuation = lock.withLock {
            isCancelled = true
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: nil)
    }
}

func scenario() async -> Bool {
    let slot = Slot()
    let reader = Task { await slot.next() }
    let writer = Task { slot.put(7) }
    reader.cancel()
    await writer.value
    let value = await reader.value
    return value == nil || value == 7
}

func allowed(_ isRight: Bool) -> Bool { isRight }
