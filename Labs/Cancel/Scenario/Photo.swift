import Foundation
import Synchronization

// The situation: a table shows photos. A photo is downloaded and gets a sepia tone while its row is
// visible. Then the user scrolls on, and the remaining work is for a photo that is not visible.

/// A photo of the table. It is downloaded and filtered row by row.
public final class Photo: Sendable {
    public let name: String
    public let rows: Int

    private let isOffScreen = Atomic(false)
    private let counts = Mutex(Counts())
    let scrolling: Scrolling?

    struct Counts {
        /// Rows that were downloaded or filtered, and those of them that began after the photo had
        /// left the screen.
        var rows = 0, rowsOffScreen = 0
        /// Stages (download, decoding, filter) that began after the photo had left the screen.
        var stagesOffScreen = 0
    }

    /// - Parameter scrolling: decides during which row the user scrolls.
    public init(_ name: String, rows: Int, scrolling: Scrolling? = nil) {
        self.name = name
        self.rows = rows
        self.scrolling = scrolling
    }

    /// Gives one row a sepia tone. That takes less than a millisecond.
    func filter(row: Int) {
        rowBegins(row)
        var brown = 0
        for column in 0..<2_000 {
            let gray = (row &* 31 &+ column) & 255
            brown &+= min(255, gray * 112 / 100) - gray * 8 / 10
        }
    }

    /// Receives all rows. One call: no code in here looks whether an operation is cancelled.
    func download() {
        stageBegins()
        for row in 0..<rows {
            rowBegins(row)
            usleep(500)
        }
    }

    func decode() {
        stageBegins()
    }

    /// Filters all rows.
    func filter() {
        stageBegins()
        for row in 0..<rows { filter(row: row) }
    }

    /// The user has scrolled on.
    func leaveScreen() {
        isOffScreen.store(true, ordering: .sequentiallyConsistent)
    }

    private func rowBegins(_ row: Int) {
        let isLate = isOffScreen.load(ordering: .sequentiallyConsistent)
        counts.withLock { counts in
            counts.rows += 1
            if isLate { counts.rowsOffScreen += 1 }
        }
        scrolling?.operationReaches(row)
    }

    private func stageBegins() {
        let isLate = isOffScreen.load(ordering: .sequentiallyConsistent)
        counts.withLock { counts in
            if isLate { counts.stagesOffScreen += 1 }
        }
    }

    var work: Counts { counts.withLock { $0 } }
}
