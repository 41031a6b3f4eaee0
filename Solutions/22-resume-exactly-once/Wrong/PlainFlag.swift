// Refused by: right in every interleaving
// Verdict: race
// Says: data race on Flag.isSet
// Because: two callbacks on two threads can both find the flag false, and both resume the continuation.
typealias Photo = [UInt8]

protocol PhotoRequest: Sendable {
    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void)
    func cancel()
}

func photo(from request: any PhotoRequest) async throws -> Photo {
    let flag = Flag()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Photo, any Error>) in
            func give(_ answer: Result<Photo, any Error>) {
                if flag.isSet { return }
                flag.isSet = true
                continuation.resume(with: answer)
            }
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

private final class Flag: @unchecked Sendable {
    var isSet = false
}
