// leak: 11, 15, 32
// Says: The cancellation handler had looked there
// Advises: A cancellation can come at any time
import Foundation

final class Lookup: @unchecked Sendable {
    private let lock = NSLock()
    private var waiting: CheckedContinuation<String?, Never>?

    func store(_ continuation: CheckedContinuation<String?, Never>) {
        lock.withLock { waiting = continuation }
    }

    func cancel() {
        let continuation = lock.withLock {
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: nil)
    }
}

func scenario() async -> String? {
    let lookup = Lookup()
    let task = Task {
        await withTaskCancellationHandler {
            await withCheckedContinuation { lookup.store($0) }
        } onCancel: {
            lookup.cancel()
        }
    }
    task.cancel()
    return await task.value
}
