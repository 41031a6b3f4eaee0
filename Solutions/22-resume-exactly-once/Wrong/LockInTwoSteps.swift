// Refused by: right in every interleaving
// Verdict: assertion
// Says: resumed before
// Because: the lock protects the check and the change, but each of them alone. Two threads can check before one changes the flag.
import Foundation

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
                guard !flag.isSet else { return }
                flag.set()
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
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}
