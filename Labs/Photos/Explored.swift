import Foundation

// Small versions of the table: two rows, of which one is visible. The user scrolls from the first row
// to the second one, at any moment of the first row's download and filtration. The network is
// `Explored/PhotoService.swift`.

func allRows() {
    let list = AllRowsList(table, PhotoService())
    start(list)
    list.show(.success(records))
    table.scroll()
}

func operations() {
    let list = OperationsList(table, PhotoService())
    start(list)
    records[1].finish()
    list.show(.success(records))
    table.scroll()
}

func completionBlocks() {
    let list = CompletionBlocksList(table, PhotoService())
    start(list)
    records[1].finish()
    list.show(.success(records))
    table.scroll()
}

@MainActor func tasks() async {
    let list = TasksList(table, PhotoService())
    start(list)
    records[1].finishDownload(.success(Picture()))
    list.show(.success(records))
    table.scroll()
}

/// The first row needs only its filtration. Meanwhile the main thread asks which rows have operations,
/// as it does when the table comes to rest.
func wrongThread() {
    let list = WrongThreadList(table, PhotoService())
    start(list)
    records[0].finishDownload(.success(Picture()))
    records[1].finish()
    list.show(.success(records))
    _ = list.pendingOperations.rows
}

private let table = TableView()
private let records = (1...2).map { PhotoRecord(name: "row \($0)", address: URL(fileURLWithPath: "/row-\($0)")) }
private var shown: (any PhotoList)?

private func start(_ list: any PhotoList) {
    shown = list
    table.list = list
}

extension PhotoRecord {
    /// The row was seen before: nothing is left to do.
    fileprivate func finish() {
        finishDownload(.success(Picture()))
        finishFiltration(Picture())
    }
}

/// The outcome, which the explorer asks for when no thread can take another step.
func outcome() -> String {
    "row 1 is \(records[0].state.rawValue), row 2 is \(records[1].state.rawValue), late results: \(table.lateRows)"
}

/// The visible row is filtered, and no row changes after it was cancelled.
func allowed(_ outcome: String) -> Bool { outcome.hasSuffix("row 2 is filtered, late results: 0") }
