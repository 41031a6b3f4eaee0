/// The result of an import.
public struct ImportReport: Sendable {
    /// Lines that were saved or skipped, and the transactions that did it.
    public var lines = 0
    public var saves = 0
    public var skipped: [SkippedLine] = []
    public var isCancelled = false
    public var failure: String?

    mutating func saved(_ batch: Batch, skipped: [SkippedLine]) {
        lines += batch.lines.count
        saves += 1
        self.skipped += skipped
    }
}

/// The import was cancelled. The rows of the open transaction are not saved.
struct ImportCancelled: Error {}

extension Transaction {
    /// Inserts the stop of a line. A line that is not a stop is skipped.
    func insert(_ line: Line, skipped: inout [SkippedLine]) throws {
        do {
            try insert(Stop(line))
        } catch let reason as BadLine {
            skipped.append(SkippedLine(number: line.number, reason: reason))
        }
    }
}
