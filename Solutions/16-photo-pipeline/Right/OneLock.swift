import Foundation

final class PhotoList: @unchecked Sendable {
    private let download: (_ row: Int) -> String
    private let filter: (_ photo: String) -> String
    private let show: (_ row: Int, _ photo: String) -> Void
    private let downloadQueue = OperationQueue()
    private let filterQueue = OperationQueue()
    private let lock = NSLock()
    private var running: [Int: Operation] = [:]
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
        lock.lock()
        defer { lock.unlock() }
        for (row, operation) in running where !rows.contains(row) {
            operation.cancel()
            running[row] = nil
        }
        for row in rows where running[row] == nil && !shown.contains(row) { start(row) }
    }

    private func isCurrent(_ row: Int, _ operation: Operation) -> Bool { lock.withLock { running[row] === operation } }

    private func start(_ row: Int) {
        let operation = BlockOperation()
        operation.addExecutionBlock { [unowned operation] in
            if !self.isCurrent(row, operation) { return }
            let photo = self.download(row)
            let kept = operation
            DispatchQueue.main.async { self.startFilter(row, photo, kept) }
        }
        running[row] = operation
        downloadQueue.addOperation(operation)
    }

    private func startFilter(_ row: Int, _ photo: String, _ download: Operation) {
        lock.lock()
        defer { lock.unlock() }
        guard running[row] === download else { return }
        let operation = BlockOperation()
        operation.addExecutionBlock { [unowned operation] in
            if !self.isCurrent(row, operation) { return }
            let filtered = self.filter(photo)
            let kept = operation
            DispatchQueue.main.async {
                let isHere = self.lock.withLock {
                    guard self.running[row] === kept else { return false }
                    self.running[row] = nil
                    self.shown.insert(row)
                    return true
                }
                if isHere { self.show(row, filtered) }
            }
        }
        running[row] = operation
        filterQueue.addOperation(operation)
    }
}
