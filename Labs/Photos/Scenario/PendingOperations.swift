import Foundation

/// The operations that are queued or running, by row. Only the main thread uses the two dictionaries.
final class PendingOperations {
    lazy var downloadsInProgress: [Int: Operation] = [:]
    lazy var downloadQueue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "Download queue"
        queue.maxConcurrentOperationCount = 1
        queue.qualityOfService = .utility  // The main thread comes first.
        return queue
    }()

    lazy var filtrationsInProgress: [Int: Operation] = [:]
    lazy var filtrationQueue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "Image Filtration queue"
        queue.maxConcurrentOperationCount = 1
        queue.qualityOfService = .utility
        return queue
    }()

    func suspendAllOperations() {
        downloadQueue.isSuspended = true
        filtrationQueue.isSuspended = true
    }

    func resumeAllOperations() {
        downloadQueue.isSuspended = false
        filtrationQueue.isSuspended = false
    }

    func cancelAllOperations() {
        for row in rows { cancel(row) }
    }

    /// Cancels the operations of a row.
    func cancel(_ row: Int) {
        let download = downloadsInProgress.removeValue(forKey: row)
        let filtration = filtrationsInProgress.removeValue(forKey: row)
        // A cancelled operation can be gone before its dependency ends, and Foundation for Linux crashes
        // then. (A download has told its delegate, and left the dictionary, before it ends.)
        for dependency in filtration?.dependencies ?? [] { filtration?.removeDependency(dependency) }
        filtration?.cancel()
        download?.cancel()
    }

    var rows: Set<Int> { Set(downloadsInProgress.keys).union(filtrationsInProgress.keys) }
}
