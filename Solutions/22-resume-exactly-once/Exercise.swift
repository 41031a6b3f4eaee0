import Synchronization

/// The bytes of a photo.
typealias Photo = [UInt8]

/// A request to the photo server, from an older library that uses callbacks.
protocol PhotoRequest: Sendable {
    /// Starts the request. It calls one of its callbacks, on any thread, perhaps before `start` has
    /// returned. A bad connection can lead to a second callback.
    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void)

    /// Cancels a request that has started: it calls `onCancel`, perhaps before `cancel` has
    /// returned. Does nothing before the start, and after the end.
    func cancel()
}

/// Starts the request, and returns its photo.
func photo(from request: any PhotoRequest) async throws -> Photo {
    try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            let answer = FirstAnswer(continuation)
            request.start(
                onSuccess: { photo in answer.give(.success(photo)) },
                onFailure: { error in answer.give(.failure(error)) },
                onCancel: { answer.give(.failure(CancellationError())) })
            // The handler can run before the start, and then its `cancel()` has done nothing.
            if Task.isCancelled { request.cancel() }
        }
    } onCancel: {
        request.cancel()
    }
}

/// Resumes a continuation with the first of several answers.
private final class FirstAnswer: Sendable {
    private let continuation: Mutex<CheckedContinuation<Photo, any Error>?>

    init(_ continuation: CheckedContinuation<Photo, any Error>) { self.continuation = Mutex(continuation) }

    func give(_ answer: Result<Photo, any Error>) {
        // Taken out under the lock, so only one thread gets it. Resumed outside of the lock.
        let first = continuation.withLock { $0.take() }
        first?.resume(with: answer)
    }
}
