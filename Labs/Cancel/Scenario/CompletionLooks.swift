import Foundation

extension PhotoTable {
    /// A fix: the completion block first looks whether its operation was cancelled.
    ///
    /// It does not run on the main thread, so it submits the change of the table to the main queue.
    public func startFiltrationWithLook(_ row: Int) {
        let filter = CancellableSepiaFilter(photos[row])
        filter.completionBlock = { [self] in
            defer { completions.completionBlockEnds() }
            if filter.isCancelled { return }
            DispatchQueue.main.async { self.filtrationEnded(row) }
        }
        filtrationsInProgress[row] = filter
        filtrationQueue.addOperation(filter)
    }
}
