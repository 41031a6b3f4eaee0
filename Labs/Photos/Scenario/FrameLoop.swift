import Foundation
import Glibc

/// Shows the table, on a terminal or into memory.
public protocol Screen: AnyObject {
    /// Tells the table its size.
    func layOut(_ table: TableView)
    func draw(_ table: TableView, _ frames: FrameTimes)
}

/// Scrolls: a person at the keys, or a script.
public protocol User: AnyObject {
    /// Called before each frame. False: the user leaves.
    func act(on table: TableView) -> Bool
}

/// How long the frames took: from the moment at which a frame is due until it is drawn.
public struct FrameTimes: Sendable {
    /// Sixty frames a second.
    public static let interval = 1000.0 / 60

    public private(set) var count = 0
    /// Milliseconds.
    public private(set) var worst = 0.0
    /// The most processor time of the main thread for one frame.
    public private(set) var mostWork = 0.0
    public private(set) var over16 = 0
    public private(set) var over33 = 0
    /// Frames for which the main thread worked longer than two frames should take. Other programs do not change this.
    public private(set) var workOver33 = 0

    /// The number of stops until the last frame.
    private var stops = Stops.count

    /// - Parameter stops: how often the process was stopped until now.
    mutating func add(_ time: Double, work: Double, stops: Int) {
        count += 1
        // Nothing moved because the process was stopped, and not because of the app.
        let wasStopped = stops != self.stops
        self.stops = stops
        if wasStopped { return }
        worst = max(worst, time)
        mostWork = max(mostWork, work)
        if time > FrameTimes.interval { over16 += 1 }
        if time > 2 * FrameTimes.interval { over33 += 1 }
        if work > 2 * FrameTimes.interval { workOver33 += 1 }
    }
}

/// The main thread of an app: it serves the main queue, and draws a frame sixty times a second.
public struct FrameLoop {
    public private(set) var times = FrameTimes()
    private let list: any PhotoList
    private let screen: any Screen
    private let user: any User

    public init(_ list: any PhotoList, _ screen: any Screen, _ user: any User) {
        (self.list, self.screen, self.user) = (list, screen, user)
    }

    public mutating func run(address: URL) {
        let table = list.table
        screen.layOut(table)
        list.fetchPhotoDetails(from: address)
        // The list comes first; then frames count.
        Stops.watch()
        while !table.isLoaded { serveMainQueue(until: now() + 1) }
        var due = now() + FrameTimes.interval, worked = now(CLOCK_THREAD_CPUTIME_ID)
        while user.act(on: table) {
            serveMainQueue(until: due)
            table.move()
            screen.layOut(table)
            screen.draw(table, times)
            table.wasDrawn()
            let drawn = now(), workedNow = now(CLOCK_THREAD_CPUTIME_ID)
            times.add(drawn - due, work: workedNow - worked, stops: Stops.count)
            worked = workedNow
            // A frame that was missed is not made up for.
            due = max(due + FrameTimes.interval, drawn)
        }
        list.close()
    }

    /// Runs the blocks of the main queue as they come.
    private func serveMainQueue(until due: Double) {
        while case let left = due - now(), left > 0 {
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: left / 1000))
        }
    }

    /// Milliseconds.
    private func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }
}
