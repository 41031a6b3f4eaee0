import Foundation

extension Downloads {
    /// The width is changed while operations run: from 1 to 3, and back to 1.
    public func runChangingTheWidth(_ meeting: Meeting? = nil) -> Observations {
        let album = Album()
        let queue = OperationQueue()
        queue.name = "Download queue"
        queue.maxConcurrentOperationCount = 1
        for photo in photos {
            queue.addOperation(ImageDownloader(photo, from: server, to: album))
        }

        meeting?.waitForArrival(3)
        queue.maxConcurrentOperationCount = 3

        meeting?.waitForArrival(8)
        queue.maxConcurrentOperationCount = 1
        meeting?.arrive {}

        queue.waitUntilAllOperationsAreFinished()
        return Observations(album, of: photos)
    }
}
