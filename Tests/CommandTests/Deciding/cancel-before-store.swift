// leak: 31, 12
// Says: came before
import Foundation

final class LocationRequest: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Int, Error>?

    func run() async throws -> Int {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                lock.withLock { self.continuation = continuation }
            }
        } onCancel: {
            cancel()
        }
    }
    private func cancel() {
        let waiting = lock.withLock {
            let old = continuation
            continuation = nil
            return old
        }
        waiting?.resume(throwing: CancellationError())
    }
}

func scenario() async -> Bool {
    let request = LocationRequest()
    let task = Task { try await request.run() }
    task.cancel()
    do { _ = try await task.value; return false } catch { return true }
}

// After malcommac/SwiftLocation#382
