import Foundation

// The variants with a few photos of two rows, so that every interleaving can be run. In `before` and `suspend` the first operation waits
// for the user. In all other variants the user scrolls at any moment: before the operation, during it, or after it.

func neverLooks() { result = rows(table(1).scrollPastEach(.neverLooks)) }
func looks() { result = rows(table(1).scrollPastEach(.looks)) }
func stages() { result = late("stages", table(1).scrollPastEach(.looksBetweenStages).stagesOffScreen) }
func before() { result = states(tableWithScroll(2).cancelBefore()) }
func after() { result = states(table(2).cancelAfter()) }
func cancelAll() { result = rows(table(2).closeTable()) }
func suspend() { result = states(tableWithScroll(3).drag()) }

func staleCompletion() { awayAndBack { $0.startFiltrationWithStaleCompletion(0) } }
func completion() { awayAndBack { $0.startFiltrationWithLook(0) } }
func completionOwner() { awayAndBack { $0.startFiltrationWithOwner(0) } }

func task() async {
    let report = await table(2).scrollPastEachTask()
    result = late("rows", report.rowsOffScreen)
}

private var result = ""
/// The table of `awayAndBack`.
private var visibleTable: PhotoTable?

/// The user scrolls away and comes back. Then the main thread serves its queue.
private func awayAndBack(_ start: (PhotoTable) -> Void) {
    let table = table(1)
    visibleTable = table
    start(table)
    table.cancelFiltration(0)
    start(table)
}

private let names = ["rocket.png", "coffee.png", "camera.png"]

private func table(_ photos: Int) -> PhotoTable { PhotoTable(names.prefix(photos).map { Photo($0, rows: 2) }) }

/// The user scrolls during the first row of the first photo.
private func tableWithScroll(_ photos: Int) -> PhotoTable {
    PhotoTable(names.prefix(photos).map { Photo($0, rows: 2, scrolling: $0 == names[0] ? Scrolling(atRow: 0) : nil) })
}

private func rows(_ report: ScrollReport) -> String { late("rows", report.rowsOffScreen) }

private func late(_ work: String, _ count: Int) -> String { "\(work) that began after cancel(): \(count)" }

private func states(_ report: ScrollReport) -> String {
    "\(report.cancelled) of \(report.operations) cancelled, \(report.finished) finished, \(report.rows) rows filtered"
}

/// The outcome, which the explorer asks for when no thread can take another step.
func outcome() -> String {
    visibleTable.map { "running operations that the table forgot: \($0.forgotten)" } ?? result
}

/// One row or one stage can begin after `cancel()`: the operation has just looked.
func allowed(_ outcome: String) -> Bool {
    let limit = outcome.contains("forgot") ? 0 : 1
    guard outcome.contains("(): ") || outcome.contains("forgot: "), let count = outcome.last?.wholeNumberValue else { return true }
    return count <= limit
}
