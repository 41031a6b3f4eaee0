import Foundation
import Synchronization

/// Stands in for the network, which the explorer cannot control. An answer can come at any moment,
/// as from a server.
public final class PhotoService: Sendable {
    /// The queue that handles answers: one at a time, not on the main thread.
    private let arrivals = DispatchQueue(label: "arrivals")

    /// Starts a download. `completion` is called exactly once, on the queue "arrivals", with the
    /// photo or with the error.
    @discardableResult
    func fetch(_ address: URL, completion: @escaping @Sendable (Result<Photo, DownloadFailure>) -> Void) -> Download {
        let download = Download(arrivals: arrivals, completion: completion)
        switch address.lastPathComponent {
        case "silence": break
        case "cofee.png": DispatchQueue.global().async { download.end(with: .failure(.refused(status: 404))) }
        case let name: DispatchQueue.global().async { download.end(with: .success(Photo(name: name))) }
        }
        return download
    }
}

/// A download that has not ended. It can be cancelled; then it fails.
final class Download: Sendable {
    private let arrivals: DispatchQueue
    private let completion: @Sendable (Result<Photo, DownloadFailure>) -> Void
    private let hasEnded = Atomic(false)

    init(arrivals: DispatchQueue, completion: @escaping @Sendable (Result<Photo, DownloadFailure>) -> Void) {
        self.arrivals = arrivals
        self.completion = completion
    }

    func cancel() { end(with: .failure(.connectionLost)) }

    fileprivate func end(with result: Result<Photo, DownloadFailure>) {
        if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
        arrivals.async { [completion] in completion(result) }
    }
}
