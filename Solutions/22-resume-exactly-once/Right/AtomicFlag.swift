// An atomic flag decides which callback is the first one: `exchange` reads and writes in one step.
import Synchronization

typealias Photo = [UInt8]

protocol PhotoRequest: Sendable {
    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void)
    func cancel()
}

func photo(from request: any PhotoRequest) async throws -> Photo {
    let gate = Gate()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Photo, any Error>) in
            request.start(
                onSuccess: { photo in if gate.isFirst { continuation.resume(returning: photo) } },
                onFailure: { error in if gate.isFirst { continuation.resume(throwing: error) } },
                onCancel: { if gate.isFirst { continuation.resume(throwing: CancellationError()) } })
            if Task.isCancelled { request.cancel() }
        }
    } onCancel: {
        request.cancel()
    }
}

private final class Gate: Sendable {
    private let isPassed = Atomic(false)

    /// True for the first caller only.
    var isFirst: Bool { !isPassed.exchange(true, ordering: .acquiringAndReleasing) }
}
