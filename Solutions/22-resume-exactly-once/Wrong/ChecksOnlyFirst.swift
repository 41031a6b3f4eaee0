// Refused by: right in every interleaving
// Verdict: leak
// Points: at most 9
// Says: before the start
// Because: the check comes first, but the task can be cancelled between the check and the start.
import Synchronization

typealias Photo = [UInt8]

protocol PhotoRequest: Sendable {
    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void)
    func cancel()
}

func photo(from request: any PhotoRequest) async throws -> Photo {
    try Task.checkCancellation()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            let answer = FirstAnswer(continuation)
            request.start(
                onSuccess: { photo in answer.give(.success(photo)) },
                onFailure: { error in answer.give(.failure(error)) },
                onCancel: { answer.give(.failure(CancellationError())) })
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
