import Foundation

/// The state of a table's operations at the end.
public struct ScrollReport: Codable, Sendable {
    public var operations: Int
    /// Operations whose `isCancelled` is true.
    public var cancelled: Int
    /// Operations whose `isFinished` is true.
    public var finished: Int
    public var completionBlocks: Int
    public var completionBlocksOnMainThread: Int
    /// Rows that were downloaded or filtered.
    public var rows: Int
    /// Rows and stages that began after their photo had left the screen.
    public var rowsOffScreen: Int
    public var stagesOffScreen: Int
    /// Operations that were still in the queue directly after they were cancelled.
    public var stillQueued = 0

    init(_ table: PhotoTable, _ operations: [Operation]) {
        self.operations = operations.count
        cancelled = operations.count { $0.isCancelled }
        finished = operations.count { $0.isFinished }
        completionBlocks = table.completions.blocks
        completionBlocksOnMainThread = table.completions.blocksOnMainThread
        let work = table.photos.map(\.work)
        rows = work.reduce(0) { $0 + $1.rows }
        rowsOffScreen = work.reduce(0) { $0 + $1.rowsOffScreen }
        stagesOffScreen = work.reduce(0) { $0 + $1.stagesOffScreen }
    }
}
