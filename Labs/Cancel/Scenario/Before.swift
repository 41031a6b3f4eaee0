import Foundation

extension PhotoTable {
    /// The filter of the first photo runs, and those of the other photos are queued. The user
    /// scrolls past the others.
    public func cancelBefore() -> ScrollReport {
        let operations = makeFilters()
        filtrationQueue.addOperations(operations, waitUntilFinished: false)
        photos[0].scrolling?.waitForOperation()

        for operation in operations.dropFirst() {
            operation.cancel()
            operation.photo.leaveScreen()
        }
        let stillQueued = operations.dropFirst().count { filtrationQueue.operations.contains($0) && !$0.isFinished }

        photos[0].scrolling?.userHasScrolled()
        filtrationQueue.waitUntilAllOperationsAreFinished()
        for _ in operations { completions.waitForNext() }

        var report = ScrollReport(self, operations)
        report.stillQueued = stillQueued
        return report
    }
}
