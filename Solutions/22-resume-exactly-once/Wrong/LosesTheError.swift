// Refused by: each callback ends the call
// Verdict: wrongResult
// Says: `onFailure`
// Because: the error of the request is replaced, so the caller cannot tell why there is no photo.
import Synchronization

typealias Photo = [UInt8]

protocol PhotoRequest: Sendable {
    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void)
    func cancel()
}

func photo(from request: any PhotoRequest) async throws -> Photo {
    try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            let answer = FirstAnswer(continuation)
            request.start(
                onSuccess: { photo in answer.give(.success(photo)) },
                onFailure: { _ in answer.give(.failure(CancellationError())) },
                onCancel: { answer.give(.failure(CancellationError())) })
            if Task.isCancelled { request.cancel() }
        }
    } onCancel: {
        request.cancel()
    }
}

private final class FirstAnswer: Sendable {
    private let continuation: Mutex<CheckedContinuation<Photo, any Error>?>

    init(_ continuation: CheckedContinuation<Photo, any Error>) { self.continuation = Mutex(continuation) }

    func give(_ answer: Result<Photo, any Error>) {
        let first = continuation.withLock { $0.take() }
        first?.resume(with: answer)
    }
}
