// Refused by: cancelling the task cancels the request
// Verdict: missing
// Says: never called
// Because: nothing forwards the cancellation of the task, so the request goes on.
import Synchronization

typealias Photo = [UInt8]

protocol PhotoRequest: Sendable {
    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void)
    func cancel()
}

func photo(from request: any PhotoRequest) async throws -> Photo {
    try await withCheckedThrowingContinuation { continuation in
        let answer = FirstAnswer(continuation)
        request.start(
            onSuccess: { photo in answer.give(.success(photo)) },
            onFailure: { error in answer.give(.failure(error)) },
            onCancel: { answer.give(.failure(CancellationError())) })
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
