import Foundation

/// A table of photos, and the operations for its rows.
public final class PhotoTable: @unchecked Sendable {  // Only the main thread uses the dictionary and the counts.
    let photos: [Photo]

    /// The operation of each row, so that it can be cancelled when the row leaves the screen.
    var filtrationsInProgress: [Int: Operation] = [:]

    let filtrationQueue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "Image Filtration queue"
        queue.maxConcurrentOperationCount = 1
        return queue
    }()

    let completions = CompletionWatch()

    /// Rows that were drawn again because a filter had ended.
    var reloads = 0
    /// Operations that the table forgot before they had finished. It can no longer cancel them.
    var forgotten = 0

    public init(_ photos: [Photo]) { self.photos = photos }

    /// An operation for each photo.
    func makeFilters() -> [CancellableSepiaFilter] {
        photos.map { photo in
            let filter = CancellableSepiaFilter(photo)
            filter.completionBlock = { self.completions.completionBlockEnds() }
            return filter
        }
    }

    /// The main thread notes that the operation of a row has ended, and draws the row again.
    func filtrationEnded(_ row: Int) {
        if let filter = filtrationsInProgress.removeValue(forKey: row), !filter.isFinished { forgotten += 1 }
        reloads += 1
    }

    /// The row leaves the screen.
    func cancelFiltration(_ row: Int) {
        filtrationsInProgress.removeValue(forKey: row)?.cancel()
        photos[row].leaveScreen()
    }
}
