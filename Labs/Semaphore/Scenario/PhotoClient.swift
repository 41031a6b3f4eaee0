import Foundation
import FoundationNetworking

// The situation: an app fetches its photos over the network. A request returns immediately, and its
// answer comes later, on another thread. A test has a problem: when the test's function returns,
// the test is over. So it must wait for the answer. How?

/// The app's code under test: it fetches photos.
public final class PhotoClient: Sendable {
    private let session: URLSession

    /// - Parameter timeout: the seconds without an answer after which the request fails.
    public init(timeout: TimeInterval = 8) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = timeout
        session = URLSession(configuration: configuration)
    }

    /// Requests a photo and returns immediately. `completion` is called later, on a thread of the
    /// session.
    ///
    /// - Returns: the running request, so that it can be cancelled.
    @discardableResult
    public func download(_ address: URL, completion: @escaping @Sendable (Result<Data, any Error>) -> Void) -> URLSessionDataTask {
        let request = session.dataTask(with: address) { data, response, error in
            if let error {
                completion(.failure(error))
            } else if let data, (response as? HTTPURLResponse)?.statusCode == 200 {
                completion(.success(data))
            } else {
                completion(.failure(URLError(.badServerResponse)))
            }
        }
        request.resume()
        return request
    }

    /// The same as an `async` function: the task is suspended, and its thread runs other tasks
    /// until the photo is there.
    public func photo(_ address: URL) async throws -> Data {
        let request = RequestBox()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                request.start { download(address) { continuation.resume(with: $0) } }
            }
        } onCancel: {
            request.cancel()
        }
    }
}
