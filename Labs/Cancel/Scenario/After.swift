import Foundation

extension PhotoTable {
    /// The user scrolls when the photos are ready.
    public func cancelAfter() -> ScrollReport {
        let operations = makeFilters()
        filtrationQueue.addOperations(operations, waitUntilFinished: true)
        for _ in operations { completions.waitForNext() }

        for operation in operations {
            operation.cancel()
            operation.photo.leaveScreen()
        }
        return ScrollReport(self, operations)
    }
}
