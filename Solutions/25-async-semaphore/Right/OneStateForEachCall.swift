// Each call has an object with its own state: waiting, with a permit, or cancelled. The objects stay in the queue until their turn.
import Foundation

final class AsyncSemaphore: @unchecked Sendable {
    private final class Call {
        var task: CheckedContinuation<Void, any Error>?
        var isOver = false
    }

    private let lock = NSLock()
    private var permits: Int
    private var queue: [Call] = []

    init(permits: Int) { self.permits = permits }

    func wait() async throws {
        nonisolated(unsafe) let call = Call()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { task in
                begin(call, task)
            }
        } onCancel: {
            let task = lock.withLock {
                let task = call.isOver ? nil : call.task
                call.isOver = true
                return task
            }
            task?.resume(throwing: CancellationError())
        }
    }

    private func begin(_ call: Call, _ task: CheckedContinuation<Void, any Error>) {
        lock.lock()
        if call.isOver {
            lock.unlock()
            task.resume(throwing: CancellationError())
        } else if permits > 0 {
            permits -= 1
            call.isOver = true
            lock.unlock()
            task.resume()
        } else {
            call.task = task
            queue.append(call)
            lock.unlock()
        }
    }

    func signal() {
        lock.lock()
        while !queue.isEmpty {
            let call = queue.removeFirst()
            if call.isOver { continue }
            call.isOver = true
            lock.unlock()
            call.task?.resume()
            return
        }
        permits += 1
        lock.unlock()
    }
}
