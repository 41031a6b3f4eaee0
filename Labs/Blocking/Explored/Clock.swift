import Foundation

/// Work waits for the clock without a limit: every interleaving is run.
public final class Clock: Sendable {
    private let isRunning = DispatchSemaphore(value: 0)

    public init(limit: TimeInterval) {}

    func run() { isRunning.signal() }

    func waitUntilItRuns() {
        isRunning.wait()
        isRunning.signal()
    }

    var ranInTime: Bool { true }
}
