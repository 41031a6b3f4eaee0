import Foundation

/// A table that scrolls, on any screen. It knows which rows are visible, and asks its list for them.
public final class TableView {
    public weak var list: (any PhotoList)?
    /// Why there are no rows.
    public private(set) var failure: PhotoFailure?
    public private(set) var isLoaded = false
    /// The rows that can be seen, some of them in part.
    public private(set) var visibleRows = 0..<0
    /// The user drags the table, or it is still moving.
    public private(set) var isScrolling = false
    /// Lines of text for each row, and for all rows together on the screen.
    public private(set) var rowHeight = 4
    public private(set) var height = 22
    /// The first line of the table that can be seen.
    public private(set) var offset = 0
    private var destination = 0

    /// Rows that were cancelled, and were not started again.
    public private(set) var cancelledRows: Set<Int> = []
    public private(set) var cancelled = 0
    public private(set) var filtered = 0
    /// Pictures that were seen on the screen.
    public private(set) var seen = 0
    private var rowsSeen: Set<Int> = []
    /// Changes that came on another thread than the main thread.
    public private(set) var changesOffMain = 0

    public init() {}

    public var rows: Int { list?.photos.count ?? 0 }
    private var end: Int { max(0, rows * rowHeight - height) }

    // MARK: For the list

    public func reloadData() {
        isLoaded = true
        layOut()
    }

    func listFailed(_ failure: PhotoFailure) { self.failure = failure }

    /// The row has changed.
    func reloadRow(_ row: Int) {
        if !Thread.isMainThread { changesOffMain += 1 }
        if list?.photos[row].state == .filtered { filtered += 1 }
        if visibleRows.contains(row) {
            list?.cellForRow(row)
        } else if !near(visibleRows).contains(row) {
            list?.didEndDisplaying(row)
        }
    }

    func rowWasCancelled(_ row: Int) {
        cancelled += 1
        cancelledRows.insert(row)
    }

    // MARK: For the user

    /// Begins to scroll; the table comes to rest some frames later.
    public func scroll(to line: Int) {
        destination = min(max(0, line), end)
        guard destination != offset, !isScrolling else { return }
        isScrolling = true
        list?.willBeginDragging()
    }

    public var destinationLine: Int { destination }

    public func resize(height: Int, rowHeight: Int) {
        let row = offset / self.rowHeight
        (self.height, self.rowHeight) = (max(1, height), max(1, rowHeight))
        offset = min(row * self.rowHeight, end)
        destination = offset
        guard isLoaded else { return }
        // The rows on the screen are other ones now, as after scrolling.
        if !isScrolling { list?.willBeginDragging() }
        isScrolling = true
        layOut()
    }

    /// One frame of the movement, which becomes slower towards its end.
    public func move() {
        guard isScrolling else { return }
        let distance = destination - offset
        offset += distance / 2 + distance.signum() * (abs(distance) % 2)
        layOut()
        if offset == destination {
            isScrolling = false
            list?.didEndScrolling()
            cancelledRows.subtract(visibleRows)
        }
    }

    private func layOut() {
        let before = visibleRows, last = min(rows, (offset + height + rowHeight - 1) / rowHeight)
        visibleRows = min(offset / rowHeight, last)..<last
        for row in near(before) where !near(visibleRows).contains(row) {
            list?.didEndDisplaying(row)
            rowsSeen.remove(row)
        }
        for row in visibleRows where !before.contains(row) { list?.cellForRow(row) }
    }

    /// The rows less than a screen away.
    private func near(_ visible: Range<Int>) -> Range<Int> {
        max(0, visible.lowerBound - visible.count)..<min(rows, visible.upperBound + visible.count)
    }

    /// The visible rows have been drawn.
    func wasDrawn() {
        guard let list else { return }
        for row in visibleRows where list.photos[row].picture != nil {
            if rowsSeen.insert(row).inserted { seen += 1 }
        }
    }

    /// Visible rows that still wait for their picture.
    public var waitingRows: Int {
        guard let list else { return 0 }
        return visibleRows.count { list.photos[$0].state == .new || list.photos[$0].state == .downloaded }
    }
}
