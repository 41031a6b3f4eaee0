import Foundation
import FoundationNetworking

// The situation: an app fetches its photos over the network. A request returns at once, and its answer comes later, on another thread.
// A test of it has a problem: when the test's function returns, the test is over. So it must wait for the answer. How?

/// The app's code that is to be tested: it fetches photos.
public final class PhotoClient: Sendable {
    private let session: URLSession

    /// - Parameter timeout: after so many seconds without an answer the request fails by itself.
    public init(timeout: TimeInterval = 8) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = timeout
        session = URLSession(configuration: configuration)
    }

    /// Asks for a photo and returns at once; `completion` is called later, on a thread of the session's.
    ///
    /// - Returns: the request under way, so that it can be cancelled.
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

    /// The same for those who can wait without standing still: the thread does other work until the photo is there.
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
