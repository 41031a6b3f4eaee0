import Foundation

/// The main thread submits a block to its own queue, with `async`. It runs the block when it is back in its loop.
///
/// - Returns: the logs in the order in which they came.
public func logOnMainQueue() -> [String] {
    nonisolated(unsafe) var logs: [String] = []  // Only the main thread uses it.
    DispatchQueue.main.async {
        logs.append("First Log")
    }
    logs.append("Second Log")
    let limit = Date(timeIntervalSinceNow: 5)
    while logs.count < 2, Date() < limit { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
    return logs
}
