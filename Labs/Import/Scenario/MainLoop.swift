import Foundation
import Glibc

/// Shows the list, on a terminal or into memory.
public protocol Screen: AnyObject {
    /// Called sixty times a second. False: the user leaves.
    func draw(_ list: StopList, _ importer: any Importer, _ stalls: Stalls) -> Bool
}

/// How late the frames were: from the moment at which a frame is due until it is drawn.
public struct Stalls: Sendable {
    /// Sixty frames a second.
    static let interval = 1000.0 / 60

    public private(set) var frames = 0
    /// Milliseconds.
    public private(set) var worst = 0.0

    mutating func add(_ stall: Double) {
        frames += 1
        worst = max(worst, stall)
    }
}

/// The main thread of the app: it serves the main queue, and draws a frame sixty times a second.
public struct MainLoop {
    public private(set) var stalls = Stalls()
    private let list: StopList
    private let importer: any Importer
    private let screen: any Screen

    public init(_ list: StopList, _ importer: any Importer, _ screen: any Screen) {
        (self.list, self.importer, self.screen) = (list, importer, screen)
    }

    /// Runs until the user leaves, or until `isOver`.
    public mutating func run(until isOver: () -> Bool) {
        var due = now() + Stalls.interval
        while !isOver() {
            serveMainQueue(until: due)
            list.update()
            if !screen.draw(list, importer, stalls) { return }
            let drawn = now()
            stalls.add(drawn - due)
            // A frame that was missed is not made up for.
            due = max(due + Stalls.interval, drawn)
        }
    }

    /// Runs the blocks of the main queue as they come.
    private func serveMainQueue(until due: Double) {
        while case let left = due - now(), left > 0 {
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: left / 1000))
        }
    }

    /// Milliseconds.
    private func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }
}
