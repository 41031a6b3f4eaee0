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
    try await withCheckedThrowingContinuation { continuation in
        request.start(
            onSuccess: { photo in continuation.resume(returning: photo) },
            onFailure: { error in continuation.resume(throwing: error) },
            onCancel: { print("The request was cancelled.") })
    }
}
