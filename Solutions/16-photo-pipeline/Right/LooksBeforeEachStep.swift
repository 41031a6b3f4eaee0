// Cancels nothing: each step first asks, under a lock, whether its visit of the row is still wanted.
import Foundation

final class PhotoList {
    private let download: (_ row: Int) -> String
    private let filter: (_ photo: String) -> String
    private let show: (_ row: Int, _ photo: String) -> Void

    private let downloadQueue = DispatchQueue(label: "downloads")
    private let filterQueue = DispatchQueue(label: "filters")
    private let lock = NSLock()
    /// The visits of rows in progress, by their numbers.
    private var visits: [Int: Int] = [:]
    private var visitsSoFar = 0
    private var shown: Set<Int> = []

    init(
        download: @escaping (_ row: Int) -> String, filter: @escaping (_ photo: String) -> String,
        show: @escaping (_ row: Int, _ photo: String) -> Void
    ) {
        self.download = download
        self.filter = filter
        self.show = show
    }

    func visibleRowsChanged(to rows: Range<Int>) {
        lock.withLock {
            visits = visits.filter { rows.contains($0.key) }
            for row in rows where visits[row] == nil && !shown.contains(row) {
                visitsSoFar += 1
                visits[row] = visitsSoFar
                start(row, visitsSoFar)
            }
        }
    }

    private func isWanted(_ row: Int, _ visit: Int) -> Bool { lock.withLock { visits[row] == visit } }

    private func start(_ row: Int, _ visit: Int) {
        downloadQueue.async {
            guard self.isWanted(row, visit) else { return }
            let photo = self.download(row)
            guard self.isWanted(row, visit) else { return }
            self.filterQueue.async {
                guard self.isWanted(row, visit) else { return }
                let filtered = self.filter(photo)
                DispatchQueue.main.async { self.finish(row, visit, filtered) }
            }
        }
    }

    private func finish(_ row: Int, _ visit: Int, _ photo: String) {
        let isWanted = lock.withLock {
            guard visits[row] == visit else { return false }
            visits[row] = nil
            shown.insert(row)
            return true
        }
        if isWanted { show(row, photo) }
    }
}
