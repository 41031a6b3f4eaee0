import Synchronization

/// Waits for a download. A cancellation resumes it with false.
final class Download: Sendable {
    private let waiter = Mutex<CheckedContinuation<Bool, Never>?>(nil)

    func finished() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiter.withLock { $0 = continuation }
            }
        } onCancel: {
            let waiting = waiter.withLock { stored in
                defer { stored = nil }
                return stored
            }
            waiting?.resume(returning: false)
        }
    }
}

/// A task waits for a download, and is cancelled.
func earlyCancellation() async {
    let download = Download()
    let task = Task { await download.finished() }
    task.cancel()
    _ = await task.value
}
