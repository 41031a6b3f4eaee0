import Foundation

extension PhotoTable {
    /// The user closes the table. The filter of the first photo runs, and those of the other photos
    /// are queued.
    public func closeTable() -> ScrollReport {
        let operations = makeFilters()
        filtrationQueue.addOperations(operations, waitUntilFinished: false)
        photos[0].scrolling?.waitForOperation()

        filtrationQueue.cancelAllOperations()
        for photo in photos { photo.leaveScreen() }

        photos[0].scrolling?.userHasScrolled()
        filtrationQueue.waitUntilAllOperationsAreFinished()
        for _ in operations { completions.waitForNext() }
        return ScrollReport(self, operations)
    }
}
