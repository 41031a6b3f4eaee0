// Refused by: cancelling the task cancels the request
// Verdict: crash
// Says: more than once
// Because: the handler resumes the continuation, and then `onCancel` resumes it again.
import Synchronization

typealias Photo = [UInt8]

protocol PhotoRequest: Sendable {
    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void)
    func cancel()
}

func photo(from request: any PhotoRequest) async throws -> Photo {
    let box = Box()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Photo, any Error>) in
            box.continuation.withLock { $0 = continuation }
            request.start(
                onSuccess: { photo in continuation.resume(returning: photo) },
                onFailure: { error in continuation.resume(throwing: error) },
                onCancel: { continuation.resume(throwing: CancellationError()) })
            if Task.isCancelled { request.cancel() }
        }
    } onCancel: {
        box.continuation.withLock { $0.take() }?.resume(throwing: CancellationError())
        request.cancel()
    }
}

private final class Box: Sendable {
    let continuation = Mutex<CheckedContinuation<Photo, any Error>?>(nil)
}
