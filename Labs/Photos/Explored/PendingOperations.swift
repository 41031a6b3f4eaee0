import Foundation

/// As in the lab, but the queues are not suspended: that only delays operations, and the explorer
/// delays each of them anyway.
final class PendingOperations {
    lazy var downloadsInProgress: [Int: Operation] = [:]
    lazy var downloadQueue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "Download queue"
        queue.maxConcurrentOperationCount = 1
        return queue
    }()

    lazy var filtrationsInProgress: [Int: Operation] = [:]
    lazy var filtrationQueue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "Image Filtration queue"
        queue.maxConcurrentOperationCount = 1
        return queue
    }()

    func suspendAllOperations() {}

    func resumeAllOperations() {}

    func cancelAllOperations() {
        for row in rows { cancel(row) }
    }

    func cancel(_ row: Int) {
        let download = downloadsInProgress.removeValue(forKey: row)
        let filtration = filtrationsInProgress.removeValue(forKey: row)
        for dependency in filtration?.dependencies ?? [] { filtration?.removeDependency(dependency) }
        filtration?.cancel()
        download?.cancel()
    }

    var rows: Set<Int> { Set(downloadsInProgress.keys).union(filtrationsInProgress.keys) }
}
