// Refused by: a second callback does nothing
// Verdict: crash
// Says: more than once
// Because: each callback resumes the continuation, so a second callback stops the program.
typealias Photo = [UInt8]

protocol PhotoRequest: Sendable {
    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void)
    func cancel()
}

func photo(from request: any PhotoRequest) async throws -> Photo {
    try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Photo, any Error>) in
            request.start(
                onSuccess: { photo in continuation.resume(returning: photo) },
                onFailure: { error in continuation.resume(throwing: error) },
                onCancel: { continuation.resume(throwing: CancellationError()) })
            if Task.isCancelled { request.cancel() }
        }
    } onCancel: {
        request.cancel()
    }
}
