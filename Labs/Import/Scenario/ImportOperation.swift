import Foundation

/// Imports the stops in the background, on a connection of its own.
class ImportOperation: Operation, @unchecked Sendable {  // `report` is written before the end, and read after it.
    private let file: StopsFile
    private let connect: () throws -> StopStore

    /// Lines that are saved together.
    var saveEvery = 250
    /// Lines from one call of `progressCallback` to the next.
    var progressEvery = 100
    var progressCallback: (Int) -> Void = { _ in }
    var didSave: () -> Void = {}
    private(set) var report = ImportReport()

    init(_ file: StopsFile, connect: @escaping () throws -> StopStore) { (self.file, self.connect) = (file, connect) }

    override func main() {
        do {
            let store = try connect()
            for batch in file.batches(of: saveEvery, after: try store.position()) {
                var skipped: [SkippedLine] = []
                try store.save(upTo: batch.end) { try insert(batch, into: $0, skipped: &skipped) }
                report.saved(batch, skipped: skipped)
                didSave()
            }
        } catch is ImportCancelled {
            report.isCancelled = true
        } catch {
            report.failure = "\(error)"
        }
    }

    private func insert(_ batch: Batch, into transaction: Transaction, skipped: inout [SkippedLine]) throws {
        for line in batch {
            if isCancelled { throw ImportCancelled() }
            try transaction.insert(line, skipped: &skipped)
            if line.number % progressEvery == 0 { progressCallback(line.number) }
        }
    }
}
