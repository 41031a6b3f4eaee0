import Foundation
import FoundationNetworking
import Synchronization

/// The request of a task. The task can be cancelled at any moment: before the request exists, while
/// it runs, or after it has ended.
final class RequestBox: Sendable {
    private enum State {
        case none
        case running(URLSessionDataTask)
        case cancelled
    }

    private let state = Mutex(State.none)

    func start(_ makeRequest: () -> URLSessionDataTask) {
        let request = makeRequest()
        let isTooLate = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(request)
            return false
        }
        if isTooLate { request.cancel() }
    }

    func cancel() {
        let request = state.withLock { state -> URLSessionDataTask? in
            defer { state = .cancelled }
            if case .running(let request) = state { return request }
            return nil
        }
        request?.cancel()
    }
}
