// Work items on two serial queues. A cancelled item that is queued is skipped.
import Dispatch

final class PhotoList {
    private let download: (_ row: Int) -> String
    private let filter: (_ photo: String) -> String
    private let show: (_ row: Int, _ photo: String) -> Void

    private let downloadQueue = DispatchQueue(label: "downloads")
    private let filterQueue = DispatchQueue(label: "filters")
    private var inProgress: [Int: DispatchWorkItem] = [:]
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
        for row in inProgress.keys where !rows.contains(row) { inProgress.removeValue(forKey: row)?.cancel() }
        for row in rows where inProgress[row] == nil && !shown.contains(row) {
            submit(row, to: downloadQueue, { self.download(row) }) { photo in
                self.submit(row, to: self.filterQueue, { self.filter(photo) }) { filtered in
                    self.inProgress[row] = nil
                    self.shown.insert(row)
                    self.show(row, filtered)
                }
            }
        }
    }

    /// Runs one step of a row. `next` gets its result on the main thread, unless the row has left.
    private func submit(_ row: Int, to queue: DispatchQueue, _ step: @escaping () -> String, next: @escaping (String) -> Void) {
        var result = ""
        let item = DispatchWorkItem { result = step() }
        item.notify(queue: .main) {
            if self.inProgress[row] === item { next(result) }
        }
        inProgress[row] = item
        queue.async(execute: item)
    }
}
