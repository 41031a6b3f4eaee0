import Foundation
import Synchronization

/// The fix: an asynchronous operation around a request.
///
/// `start()` begins the request and returns, so the operation uses no thread while it waits. `cancel()` ends the request.
final class PhotoOperation: Operation, @unchecked Sendable {  // `state` is protected, and the other properties never change.
    private enum State { case waiting, executing, finished }
    private let state = Mutex(State.waiting)
    private let request: Request
    private let completion: @Sendable (Result<Photo, RequestFailure>) -> Void

    init(_ address: URL, _ service: PhotoService, completion: @escaping @Sendable (Result<Photo, RequestFailure>) -> Void) {
        request = service.request(address)
        self.completion = completion
        super.init()
        name = address.lastPathComponent
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { state.withLock { $0 == .executing } }
    override var isFinished: Bool { state.withLock { $0 == .finished } }

    /// The queue calls this also for an operation that was cancelled while it was queued.
    override func start() {
        if isCancelled {
            completion(.failure(.cancelled))
            change(to: .finished, announcing: ["isFinished"])
            return
        }
        change(to: .executing, announcing: ["isExecuting"])
        request.begin { [self] result in
            completion(result)
            change(to: .finished, announcing: ["isExecuting", "isFinished"])
        }
    }

    /// The operation finishes when its request has ended, not here.
    override func cancel() {
        super.cancel()
        request.cancel()
    }

    private func change(to new: State, announcing keys: [String]) {
        for key in keys { willChangeValue(forKey: key) }
        state.withLock { $0 = new }
        for key in keys { didChangeValue(forKey: key) }
    }
}
