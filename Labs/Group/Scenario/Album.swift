import Synchronization

/// The photos that have arrived, and the failed downloads. Any thread can add to it.
public final class Album: Sendable {
    private struct Contents {
        var photos: [Photo] = []
        var failures: [DownloadFailure] = []
    }

    private let contents = Mutex(Contents())

    func add(_ result: Result<Photo, DownloadFailure>) {
        contents.withLock { contents in
            switch result {
            case .success(let photo): contents.photos.append(photo)
            case .failure(let failure): contents.failures.append(failure)
            }
        }
    }

    var photos: [Photo] { contents.withLock { $0.photos } }
    var failures: [DownloadFailure] { contents.withLock { $0.failures } }
    /// Downloads that have ended, with or without an error.
    var entries: Int { contents.withLock { $0.photos.count + $0.failures.count } }
}
