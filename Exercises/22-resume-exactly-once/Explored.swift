import Dispatch
import Synchronization

// The explorer calls these functions under every interleaving.

/// The request calls two callbacks, each on its own thread.
func twoCallbacks() async -> String {
    let request = Request { callbacks in
        DispatchQueue.global().async { callbacks.onSuccess([1]) }
        DispatchQueue.global().async { callbacks.onFailure(NotFound()) }
    }
    return await words(Task { try await photo(from: request) })
}

/// The task is cancelled while the request starts. Only a cancellation ends this request.
func cancelledMeanwhile() async -> String {
    let request = Request { _ in }
    let call = Task { try await photo(from: request) }
    call.cancel()
    let ending = await words(call)
    return request.runs ? "\(ending), and the request was not cancelled" : ending
}

/// The task is cancelled while the request succeeds.
func cancelledAtTheEnd() async -> String {
    let hasSucceeded = Atomic(false)
    let request = Request { callbacks in
        DispatchQueue.global().async {
            callbacks.onSuccess([1])
            hasSucceeded.store(true, ordering: .releasing)
        }
    }
    let call = Task { try await photo(from: request) }
    let wasFirst = hasSucceeded.load(ordering: .acquiring)
    call.cancel()
    let ending = await words(call)
    return wasFirst && ending != "the photo" ? "\(ending), although `onSuccess` came before the cancellation" : ending
}

/// Two calls at the same time, each with its own request.
func twoCalls() async -> String {
    let calls = [1, 2].map { number in
        Task {
            try await photo(
                from: Request { callbacks in DispatchQueue.global().async { callbacks.onSuccess([UInt8(number)]) } })
        }
    }
    let photos = [try? await calls[0].value, try? await calls[1].value]
    return photos == [[1], [2]] ? "the photo" : "wrong photos"
}

func allowed(_ outcome: String) -> Bool { ["the photo", "the error of the request", "a cancellation"].contains(outcome) }

private func words(_ call: Task<Photo, any Error>) async -> String {
    switch await call.result {
    case .success([1]): "the photo"
    case .success: "another photo"
    case .failure(is NotFound): "the error of the request"
    case .failure(is CancellationError): "a cancellation"
    case .failure: "another error"
    }
}

private struct NotFound: Error {}

private struct Callbacks: Sendable {
    let onSuccess: @Sendable (Photo) -> Void
    let onFailure: @Sendable (any Error) -> Void
    let onCancel: @Sendable () -> Void
}

/// A request that can be cancelled once, after its start.
private final class Request: PhotoRequest {
    private let begin: @Sendable (Callbacks) -> Void
    private let callbacks = Mutex<Callbacks?>(nil)

    init(_ begin: @escaping @Sendable (Callbacks) -> Void) { self.begin = begin }

    /// Whether it was started, and not cancelled.
    var runs: Bool { callbacks.withLock { $0 != nil } }

    func start(
        onSuccess: @escaping @Sendable (Photo) -> Void, onFailure: @escaping @Sendable (any Error) -> Void,
        onCancel: @escaping @Sendable () -> Void
    ) {
        let callbacks = Callbacks(onSuccess: onSuccess, onFailure: onFailure, onCancel: onCancel)
        self.callbacks.withLock { $0 = callbacks }
        begin(callbacks)
    }

    func cancel() {
        let callbacks = callbacks.withLock { $0.take() }
        callbacks?.onCancel()
    }
}
