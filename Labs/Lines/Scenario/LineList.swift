import Foundation

/// The list on the screen. Only the main thread uses it.
///
/// It keeps the lines that fit on the screen, and counts the others.
public final class LineList: @unchecked Sendable {
    let batchSize: Int
    let busyTime: BusyTime
    private(set) var visible: [String] = []
    private(set) var tally = LineTally()
    private(set) var isClosed = false
    private(set) var linesAfterClosing = 0
    private(set) var linesOffMainThread = 0
    /// Called after each block of lines.
    var linesWereShown: () -> Void = {}

    init(batchSize: Int = 100, busyTime: BusyTime = BusyTime()) {
        self.batchSize = batchSize
        self.busyTime = busyTime
    }

    func show(_ lines: [String]) {
        if isClosed { linesAfterClosing += lines.count }
        if !Thread.isMainThread { linesOffMainThread += lines.count }
        for line in lines { tally.add(line) }
        visible = (visible + lines).suffix(20)
        linesWereShown()
    }

    /// The user has cancelled, and the list is empty.
    func close() {
        isClosed = true
        visible = []
    }
}
