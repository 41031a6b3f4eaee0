import Foundation

extension PhotoTable {
    /// The user drags the table while the first filter runs. Half of the photos leave the screen
    /// meanwhile.
    public func drag() -> ScrollReport {
        let operations = makeFilters()
        filtrationQueue.addOperations(operations, waitUntilFinished: false)
        photos[0].scrolling?.waitForOperation()

        filtrationQueue.isSuspended = true  // The user begins to drag.
        photos[0].scrolling?.userHasScrolled()
        operations[0].waitUntilFinished()

        let offScreen = operations.dropFirst().prefix(photos.count / 2)
        for operation in offScreen {
            operation.cancel()
            operation.photo.leaveScreen()
        }
        usleep(20_000)  // Some time passes.
        let stillQueued = offScreen.count { filtrationQueue.operations.contains($0) && !$0.isFinished }
        filtrationQueue.isSuspended = false  // The table has come to rest.

        filtrationQueue.waitUntilAllOperationsAreFinished()
        for _ in operations { completions.waitForNext() }
        var report = ScrollReport(self, operations)
        report.stillQueued = stillQueued
        return report
    }
}
