import Foundation
import FoundationNetworking

/// Fetches photos from a web server asynchronously: `fetch` starts a download and returns
/// immediately.
public final class PhotoService: Sendable {
    private let session: URLSession

    /// The queue that handles answers: one at a time, not on the main thread.
    private let arrivals = DispatchQueue(label: "arrivals")

    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = 16
        session = URLSession(configuration: configuration)
    }

    /// Starts a download. `completion` is called exactly once, on the queue "arrivals", with the
    /// photo or with the error.
    @discardableResult
    func fetch(_ address: URL, completion: @escaping @Sendable (Result<Photo, DownloadFailure>) -> Void) -> Download {
        let task = session.dataTask(with: address) { [arrivals] body, response, error in
            @Sendable func photoArrives() {
                completion(read(body, response as? HTTPURLResponse, error, from: address))
            }
            arrivals.async(execute: photoArrives)
        }
        task.resume()
        return Download(task: task)
    }
}

/// A download that has not ended. It can be cancelled; then it fails.
struct Download {
    fileprivate let task: URLSessionDataTask

    func cancel() { task.cancel() }
}

/// Turns the server's answer into a photo, or into an error.
private func read(
    _ file: Data?, _ response: HTTPURLResponse?, _ error: Error?, from address: URL
) -> Result<Photo, DownloadFailure> {
    guard let file, let response, error == nil else { return .failure(.connectionLost) }
    guard response.statusCode == 200 else { return .failure(.refused(status: response.statusCode)) }
    return Result { try Photo(name: address.lastPathComponent, file: file) }.mapError { _ in .damaged }
}
