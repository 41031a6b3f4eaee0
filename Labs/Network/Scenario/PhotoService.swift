import Foundation
import FoundationNetworking
import Synchronization

/// Requests photos from a web server. One session serves all requests.
public final class PhotoService: Sendable {
    private let session: URLSession
    private let traffic = Traffic()

    /// - Parameter patience: seconds until a server that sends nothing has failed.
    public init(patience: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = TimeInterval(patience)
        configuration.httpMaximumConnectionsPerHost = 64
        session = URLSession(configuration: configuration)
    }

    /// Requests that have begun.
    var begun: Int { traffic.begun.load(ordering: .acquiring) }

    /// Prepares a request. It begins when `begin` is called.
    func request(_ address: URL) -> Request { Request(address, session, traffic) }

    func close() { session.finishTasksAndInvalidate() }
}

/// The requests of a service. The network indicator turns while one of them is under way.
final class Traffic: Sendable {
    let underWay = DispatchGroup()
    let begun = Atomic(0)
}

/// A request that can be cancelled at any time, also before it begins.
final class Request: Sendable {
    private enum State { case prepared, underWay(URLSessionDataTask), cancelled }
    private let state = Mutex(State.prepared)
    private let address: URL
    private let session: URLSession
    private let traffic: Traffic

    fileprivate init(_ address: URL, _ session: URLSession, _ traffic: Traffic) {
        (self.address, self.session, self.traffic) = (address, session, traffic)
    }

    /// Begins the request and returns immediately. `completion` is called exactly once.
    func begin(completion: @escaping @Sendable (Result<Photo, RequestFailure>) -> Void) {
        let hasBegun = state.withLock { state in
            guard case .prepared = state else { return false }
            let task = task(completion)
            state = .underWay(task)
            traffic.underWay.enter()
            task.resume()
            traffic.begun.add(1, ordering: .releasing)
            return true
        }
        if !hasBegun { completion(.failure(.cancelled)) }
    }

    /// Ends the request. Its completion gets the failure `cancelled`.
    func cancel() {
        let task: URLSessionDataTask? = state.withLock { state in
            if case .underWay(let task) = state { return task }
            state = .cancelled
            return nil
        }
        task?.cancel()
    }

    private func task(_ completion: @escaping @Sendable (Result<Photo, RequestFailure>) -> Void) -> URLSessionDataTask {
        session.dataTask(with: address) { [traffic] file, response, error in
            traffic.underWay.leave()
            completion(photo(file, response as? HTTPURLResponse, error as? URLError))
        }
    }
}

/// Turns the server's answer into a photo, or into a failure.
private func photo(_ file: Data?, _ response: HTTPURLResponse?, _ error: URLError?) -> Result<Photo, RequestFailure> {
    switch error?.code {
    case nil: break
    case .cancelled: return .failure(.cancelled)
    case .timedOut: return .failure(.noAnswerInTime)
    default: return .failure(.connectionLost)
    }
    guard let file, let response else { return .failure(.connectionLost) }
    guard response.statusCode == 200 else { return .failure(.refused(status: response.statusCode)) }
    return Result { () throws(RequestFailure) in try Photo(file: file) }
}
