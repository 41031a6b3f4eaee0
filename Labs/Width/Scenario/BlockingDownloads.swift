import Foundation

extension Downloads {
    /// The same default, for operations that block their thread until the photo has arrived.
    ///
    /// Now the thread pool is a limit too. It begins with about one thread for each core.
    public static func runBlocking(_ photos: Int, milliseconds: UInt32) -> Observations {
        let album = Album()
        let queue = OperationQueue()
        queue.name = "Download queue"
        queue.maxConcurrentOperationCount = OperationQueue.defaultMaxConcurrentOperationCount
        let names = (1...photos).map { "photo \($0)" }
        for name in names {
            let operation = BlockOperation {
                usleep(1000 * milliseconds)
                album.add(name)
            }
            operation.name = name
            queue.addOperation(operation)
        }
        queue.waitUntilAllOperationsAreFinished()
        return Observations(album, of: names)
    }
}
