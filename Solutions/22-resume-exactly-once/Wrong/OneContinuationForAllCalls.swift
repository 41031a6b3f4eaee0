// Refused by: right in every interleaving
// Verdict: leak
// Because: a second call replaces the continuation of the first one, which is never resumed then.
import Synchronization

typealias Photo = [UInt8]

protocol PhotoRequest: Sendable {
    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void)

    func cancel()
}

private let waiting = Mutex<CheckedContinuation<Photo, any Error>?>(nil)

private func give(_ answer: Result<Photo, any Error>) { waiting.withLock { $0.take() }?.resume(with: answer) }

func photo(from request: any PhotoRequest) async throws -> Photo {
    try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            waiting.withLock { $0 = continuation }
            request.start(
                onSuccess: { photo in give(.success(photo)) },
                onFailure: { error in give(.failure(error)) },
                onCancel: { give(.failure(CancellationError())) })
            if Task.isCancelled { request.cancel() }
        }
    } onCancel: {
        request.cancel()
    }
}
