import Foundation
import Synchronization

/// Half a fix: `cancel()` ends the request that is under way. But `start()` does not look at `isCancelled`.
///
/// The queue starts an operation that was cancelled while it was queued. Its request begins, and nothing can cancel it any more.
final class UncheckedOperation: Operation, @unchecked Sendable {  // `state` is protected, and the other properties never change.
    private enum Phase { case waiting, executing, finished }
    private let state = Mutex((phase: Phase.waiting, request: Request?.none))
    private let address: URL
    private let service: PhotoService
    private let completion: @Sendable (Result<Photo, RequestFailure>) -> Void

    init(_ address: URL, _ service: PhotoService, completion: @escaping @Sendable (Result<Photo, RequestFailure>) -> Void) {
        (self.address, self.service, self.completion) = (address, service, completion)
        super.init()
        name = address.lastPathComponent
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { state.withLock { $0.phase == .executing } }
    override var isFinished: Bool { state.withLock { $0.phase == .finished } }

    override func start() {
        let request = service.request(address)
        state.withLock { $0.request = request }
        change(to: .executing, announcing: ["isExecuting"])
        request.begin { [self] result in
            completion(result)
            change(to: .finished, announcing: ["isExecuting", "isFinished"])
        }
    }

    override func cancel() {
        super.cancel()
        state.withLock { $0.request }?.cancel()  // There is no request yet if the operation is queued.
    }

    private func change(to new: Phase, announcing keys: [String]) {
        for key in keys { willChangeValue(forKey: key) }
        state.withLock { $0.phase = new }
        for key in keys { didChangeValue(forKey: key) }
    }
}
