/// A table without a screen: one row is visible.
public final class TableView {
    public weak var list: (any PhotoList)?
    public private(set) var visibleRows = 0..<1
    public private(set) var isScrolling = false
    private var cancelledRows: Set<Int> = []
    /// Rows that changed after they had been cancelled.
    private(set) var lateRows = 0

    func reloadData() {
        for row in visibleRows { list?.cellForRow(row) }
    }

    func listFailed(_ failure: PhotoFailure) {}

    func reloadRow(_ row: Int) {
        if cancelledRows.contains(row) { lateRows += 1 }
        if visibleRows.contains(row) { list?.cellForRow(row) }
    }

    func rowWasCancelled(_ row: Int) { cancelledRows.insert(row) }

    /// The user scrolls to the next row.
    func scroll() {
        isScrolling = true
        list?.willBeginDragging()
        visibleRows = 1..<2
        isScrolling = false
        list?.didEndScrolling()
    }
}
