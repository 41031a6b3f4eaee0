import Foundation
import Synchronization

/// Stands in for the network, which cannot be tried in every order: an answer comes at any moment, as it does from a server.
public final class PhotoService: Sendable {
    /// Where answers are dealt with: one after the other, away from the main thread.
    private let arrivals = DispatchQueue(label: "arrivals")

    /// Starts a download. `completion` is called exactly once, on the queue "arrivals", with the photo or with what went wrong.
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

/// A download that is under way, and can be given up: then it fails.
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
