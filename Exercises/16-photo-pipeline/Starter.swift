import Foundation

/// The list of an app with a photo in each row. The main thread tells it which rows are visible.
///
/// A row goes through two steps: its photo is downloaded, then filtered. After that the row is shown.
final class PhotoList {
    /// The two steps. Both are slow.
    private let download: (_ row: Int) -> String
    private let filter: (_ photo: String) -> String
    /// Shows the photo of a row. It changes the screen, so it belongs to the main thread.
    private let show: (_ row: Int, _ photo: String) -> Void

    private let downloadQueue = OperationQueue()
    private let filterQueue = OperationQueue()
    private var downloads: [Int: Operation] = [:]
    private var filters: [Int: Operation] = [:]

    init(
        download: @escaping (_ row: Int) -> String, filter: @escaping (_ photo: String) -> String,
        show: @escaping (_ row: Int, _ photo: String) -> Void
    ) {
        self.download = download
        self.filter = filter
        self.show = show
        downloadQueue.maxConcurrentOperationCount = 1
        filterQueue.maxConcurrentOperationCount = 1
    }

    /// The user has scrolled. Called on the main thread; returns immediately.
    func visibleRowsChanged(to rows: Range<Int>) {
        for row in rows { startDownload(row) }
    }

    private func startDownload(_ row: Int) {
        let operation = BlockOperation {
            let photo = self.download(row)
            DispatchQueue.main.async { self.startFilter(row, photo) }
        }
        downloads[row] = operation
        downloadQueue.addOperation(operation)
    }

    private func startFilter(_ row: Int, _ photo: String) {
        downloads[row] = nil
        let operation = BlockOperation {
            let filtered = self.filter(photo)
            DispatchQueue.main.async { self.finish(row, filtered) }
        }
        filters[row] = operation
        filterQueue.addOperation(operation)
    }

    private func finish(_ row: Int, _ photo: String) {
        filters[row] = nil
        show(row, photo)
    }
}
