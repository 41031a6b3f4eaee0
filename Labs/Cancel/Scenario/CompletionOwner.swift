import Foundation

extension PhotoTable {
    /// The complete fix: the main thread checks whether the row still belongs to this operation.
    ///
    /// The check and the change are two steps on the main thread. The user's scrolling is handled
    /// on the main thread too, so it cannot come between them.
    public func startFiltrationWithOwner(_ row: Int) {
        let filter = CancellableSepiaFilter(photos[row])
        filter.completionBlock = { [self] in
            defer { completions.completionBlockEnds() }
            DispatchQueue.main.async {
                if self.filtrationsInProgress[row] === filter { self.filtrationEnded(row) }
            }
        }
        filtrationsInProgress[row] = filter
        filtrationQueue.addOperation(filter)
    }
}
