import Foundation

/// Downloads photos, with an operation for each.
public struct Downloads: Sendable {
    let photos: [String]
    let server: PhotoServer

    public init(_ photos: Int, from server: PhotoServer) {
        self.photos = (1...photos).map { "photo \($0)" }
        self.server = server
    }

    /// The bug: the queue decides how many run at the same time. For operations that need no
    /// thread, that is all of them.
    public func runAll() -> Observations {
        let queue = OperationQueue()
        queue.name = "Download queue"
        queue.maxConcurrentOperationCount = OperationQueue.defaultMaxConcurrentOperationCount
        return run(on: queue)
    }

    /// The fix: the queue starts the next operation when fewer than `width` run.
    public func run(width: Int) -> Observations {
        let queue = OperationQueue()
        queue.name = "Download queue"
        queue.maxConcurrentOperationCount = width
        return run(on: queue)
    }

    private func run(on queue: OperationQueue) -> Observations {
        let album = Album()
        for photo in photos {
            queue.addOperation(ImageDownloader(photo, from: server, to: album))
        }
        queue.waitUntilAllOperationsAreFinished()
        return Observations(album, of: photos)
    }
}
