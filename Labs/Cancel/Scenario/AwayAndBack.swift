import Foundation

extension PhotoTable {
    /// For each row: the user scrolls away while its filter runs, and comes back immediately.
    public func scrollAwayAndBack(_ start: (PhotoTable, Int) -> Void) -> CompletionReport {
        var report = CompletionReport(filters: 2 * photos.count)
        for (row, photo) in photos.enumerated() {
            start(self, row)
            photo.scrolling?.waitForOperation()
            cancelFiltration(row)  // Away …
            start(self, row)  // … and back: a new operation for the same row.
            photo.scrolling?.userHasScrolled()

            // The new operation runs, and the completion block of the cancelled one has run too.
            photo.scrolling?.waitForOperation()
            completions.waitForNext()
            serveMainQueue()
            report.reloadsByCancelledFilters += reloads
            reloads = 0

            photo.scrolling?.userHasScrolled()
            completions.waitForNext()
            serveMainQueue()
            reloads = 0
        }
        report.forgotten = forgotten
        report.completionBlocks = completions.blocks
        report.completionBlocksOnMainThread = completions.blocksOnMainThread
        return report
    }

    /// Runs all blocks that are in the main queue now, as the main loop of an app does.
    private func serveMainQueue() {
        var isServed = false
        DispatchQueue.main.async { isServed = true }
        while !isServed { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
    }
}

/// The effects of the completion blocks.
public struct CompletionReport: Codable, Sendable {
    /// Operations: one that is cancelled and one that is not, for each row.
    public var filters: Int
    public var completionBlocks = 0
    public var completionBlocksOnMainThread = 0
    public var reloadsByCancelledFilters = 0
    /// Running operations that the table forgot.
    public var forgotten = 0
}
