// Refused by: no row is started twice
// Verdict: tooOften
// Because: a row that was shown and left is forgotten. When it comes back, it is downloaded again.
import Foundation

final class PhotoList {
    private let download: (_ row: Int) -> String
    private let filter: (_ photo: String) -> String
    private let show: (_ row: Int, _ photo: String) -> Void

    private let downloadQueue = OperationQueue()
    private let filterQueue = OperationQueue()
    private var downloads: [Int: Operation] = [:]
    private var filters: [Int: Operation] = [:]
    private var shown: Set<Int> = []

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

    func visibleRowsChanged(to rows: Range<Int>) {
        for row in Set(downloads.keys).union(filters.keys) where !rows.contains(row) {
            downloads.removeValue(forKey: row)?.cancel()
            filters.removeValue(forKey: row)?.cancel()
        }
        shown.formIntersection(rows)
        for row in rows where downloads[row] == nil && filters[row] == nil && !shown.contains(row) { startDownload(row) }
    }

    private func startDownload(_ row: Int) {
        let operation = BlockOperation()
        operation.addExecutionBlock { [unowned operation] in
            let photo = self.download(row)
            DispatchQueue.main.async { [operation] in self.startFilter(row, photo, after: operation) }
        }
        downloads[row] = operation
        downloadQueue.addOperation(operation)
    }

    private func startFilter(_ row: Int, _ photo: String, after download: Operation) {
        guard downloads[row] === download else { return }
        downloads[row] = nil
        let operation = BlockOperation()
        operation.addExecutionBlock { [unowned operation] in
            let filtered = self.filter(photo)
            DispatchQueue.main.async { [operation] in self.finish(row, filtered, after: operation) }
        }
        filters[row] = operation
        filterQueue.addOperation(operation)
    }

    private func finish(_ row: Int, _ photo: String, after filter: Operation) {
        guard filters[row] === filter else { return }
        filters[row] = nil
        shown.insert(row)
        show(row, photo)
    }
}
