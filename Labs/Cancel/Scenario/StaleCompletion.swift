import Foundation

extension PhotoTable {
    /// The bug: the completion block believes that the filter has done its work.
    ///
    /// It also runs after a cancellation. By then the user can be back, with a new operation for
    /// the same row. The block removes that one from the dictionary.
    public func startFiltrationWithStaleCompletion(_ row: Int) {
        let filter = CancellableSepiaFilter(photos[row])
        filter.completionBlock = { [self] in
            defer { completions.completionBlockEnds() }
            DispatchQueue.main.async { self.filtrationEnded(row) }
        }
        filtrationsInProgress[row] = filter
        filtrationQueue.addOperation(filter)
    }
}
