// Refused by: each callback ends the call
// Verdict: deadlock
// Says: the same lock again
// Because: the lock is held during `start`, and a callback inside `start` needs the same lock.
import Foundation

typealias Photo = [UInt8]

protocol PhotoRequest: Sendable {
    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void)
    func cancel()
}

func photo(from request: any PhotoRequest) async throws -> Photo {
    let answer = Answer()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            answer.begin(continuation) {
                request.start(
                    onSuccess: { photo in answer.give(.success(photo)) },
                    onFailure: { error in answer.give(.failure(error)) },
                    onCancel: { answer.give(.failure(CancellationError())) })
            }
            if Task.isCancelled { request.cancel() }
        }
    } onCancel: {
        request.cancel()
    }
}

private final class Answer: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Photo, any Error>?

    func begin(_ continuation: CheckedContinuation<Photo, any Error>, start: () -> Void) {
        lock.withLock {
            self.continuation = continuation
            start()
        }
    }

    func give(_ answer: Result<Photo, any Error>) {
        lock.lock()
        let first = continuation.take()
        lock.unlock()
        first?.resume(with: answer)
    }
}
