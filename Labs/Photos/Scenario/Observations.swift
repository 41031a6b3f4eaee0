import Foundation
import Synchronization

/// The figures of one run, in which a script scrolled through the table.
public struct Observations: Codable, Sendable {
    public var rows = 0
    public var frames = 0
    /// The longest frame, and the most processor time of the main thread for one frame, in milliseconds.
    public var worstFrame = 0.0
    public var mostWork = 0.0
    public var framesOver16 = 0
    public var framesOver33 = 0
    public var workOver33 = 0
    /// Photos that arrived, and rows that were filtered, failed and were cancelled.
    public var fetched = 0
    public var filtered = 0
    public var failed = 0
    public var cancelled = 0
    /// Photos that arrived and were never seen.
    public var wasted = 0
    /// Screens that the user looked at, and rows that were not ready when the user scrolled on.
    public var looks = 0
    public var rowsNotReady = 0
    /// Milliseconds until all rows of a screen were ready, at most.
    public var longestLook = 0.0
    /// The most pictures that were in memory at a stop, and on a screen.
    public var picturesHeld = 0
    public var rowsOnScreen = 0
    /// The process's memory in megabytes, at the first stop and at the last one.
    public var memoryAtStart = 0.0
    public var memoryAtEnd = 0.0
    /// Results that were taken on another thread than the main thread.
    public var changesOffMain = 0
    /// Why rows failed, and how many.
    public var reasons: [String: Int] = [:]
}

/// One run: an app with a table, and a script that scrolls through it.
public struct Workload {
    /// The list on the server.
    public var address: URL
    public var rows: Int
    public var stops: Int
    public var screen: any Screen
    /// Milliseconds until the user scrolls on.
    public var patience = 1000.0
    /// Seconds until a server that sends nothing has failed.
    public var patienceWithServer = 2.0

    public init(address: URL, rows: Int, stops: Int, screen: any Screen) {
        (self.address, self.rows, self.stops, self.screen) = (address, rows, stops, screen)
    }

    public func run(_ makeList: (TableView, PhotoService) -> any PhotoList) throws -> Observations {
        let table = TableView(), service = PhotoService(patience: patienceWithServer)
        let list = makeList(table, service)
        table.list = list
        var seen = Observations()
        let script = Script(rows: rows, stops: stops, patience: Int(patience / FrameTimes.interval)) {
            seen.picturesHeld = max(seen.picturesHeld, list.photos.count { $0.picture != nil })
            seen.rowsOnScreen = max(seen.rowsOnScreen, table.visibleRows.count)
            seen.memoryAtEnd = Self.memory
            if seen.memoryAtStart == 0 { seen.memoryAtStart = seen.memoryAtEnd }
        }
        var loop = FrameLoop(list, screen, script)
        loop.run(address: address)
        if let failure = table.failure { throw ListFailure(failure: failure) }
        seen.rows = list.photos.count
        (seen.frames, seen.framesOver16, seen.framesOver33) = (loop.times.count, loop.times.over16, loop.times.over33)
        (seen.worstFrame, seen.mostWork, seen.workOver33) = (loop.times.worst, loop.times.mostWork, loop.times.workOver33)
        (seen.looks, seen.rowsNotReady) = (script.looks, script.rowsNotReady)
        seen.longestLook = Double(script.longestLook) * FrameTimes.interval
        (seen.filtered, seen.cancelled, seen.changesOffMain) = (table.filtered, table.cancelled, table.changesOffMain)
        seen.fetched = service.fetched.load(ordering: .relaxed)
        seen.wasted = max(0, seen.fetched - table.seen)
        for record in list.photos {
            guard let failure = record.failure else { continue }
            seen.failed += 1
            seen.reasons[failure.words, default: 0] += 1
        }
        return seen
    }

    /// Megabytes of memory that this process has in use.
    private static var memory: Double {
        let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = status.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return pages * 4096 / 1_000_000
    }
}

/// The list of photos could not be loaded, so there is nothing to scroll through.
public struct ListFailure: Error, CustomStringConvertible {
    public var failure: PhotoFailure
    public init(failure: PhotoFailure) { self.failure = failure }
    public var description: String { "The list of photos could not be loaded: \(failure.words)." }
}
