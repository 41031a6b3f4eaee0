// The states of the call, under one lock. The handler ends the call itself, and does not wait for
// `onCancel`.
import Synchronization

typealias Photo = [UInt8]

protocol PhotoRequest: Sendable {
    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void)
    func cancel()
}

func photo(from request: any PhotoRequest) async throws -> Photo {
    let call = Call()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            guard call.begin(continuation) else { return }
            request.start(
                onSuccess: { photo in call.end(.success(photo)) },
                onFailure: { error in call.end(.failure(error)) },
                onCancel: { call.end(.failure(CancellationError())) })
            if call.hasEnded { request.cancel() }
        }
    } onCancel: {
        call.end(.failure(CancellationError()))
        request.cancel()
    }
}

private final class Call: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Photo, any Error>)
        case ended
    }

    private let state = Mutex(State.new)

    var hasEnded: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }

    /// Returns false if the call was cancelled before.
    func begin(_ continuation: CheckedContinuation<Photo, any Error>) -> Bool {
        let isNew = state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isNew { continuation.resume(throwing: CancellationError()) }
        return isNew
    }

    func end(_ result: Result<Photo, any Error>) {
        let continuation: CheckedContinuation<Photo, any Error>? = state.withLock { state in
            defer { state = .ended }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        continuation?.resume(with: result)
    }
}
