import Foundation

/// Watches how the number of threads grows.
public struct Growth: Sendable {
    /// How many threads must be added before the watch ends.
    let threads: Int
    /// In seconds: it ends in any case.
    private let limit = 8.0

    public init(of threads: Int) { self.threads = threads }

    /// Counts the threads, first when their number has not changed for 0.3 seconds, and then until
    /// enough threads were added.
    func watch() -> (first: Int, later: Int) {
        let end = Date(timeIntervalSinceNow: limit)
        var first = threadsOfThisProcess(), since = Date()
        while Date().timeIntervalSince(since) < 0.3, Date() < end {
            usleep(10_000)
            let now = threadsOfThisProcess()
            if now != first { (first, since) = (now, Date()) }
        }
        while threadsOfThisProcess() < first + threads, Date() < end { usleep(10_000) }
        return (first, threadsOfThisProcess())
    }
}
