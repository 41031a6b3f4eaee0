// A stream instead of a continuation: it takes any number of callbacks, and only the first one
// counts. It ends when the task is cancelled.
typealias Photo = [UInt8]

protocol PhotoRequest: Sendable {
    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void)
    func cancel()
}

func photo(from request: any PhotoRequest) async throws -> Photo {
    let answers = AsyncThrowingStream<Photo, any Error> { stream in
        stream.onTermination = { _ in request.cancel() }
        request.start(
            onSuccess: { photo in
                stream.yield(photo)
                stream.finish()
            },
            onFailure: { error in stream.finish(throwing: error) },
            onCancel: { stream.finish(throwing: CancellationError()) })
    }
    for try await photo in answers { return photo }
    throw CancellationError()
}
