import Dispatch
import Foundation

// GRDB, commit 215128390: the cancellation of a task that has finished its work interrupts the work of another task.

/// A connection to a database. It does one thing after the other.
final class Database: @unchecked Sendable {
    let queue = DispatchQueue(label: "database")
    private let lock = NSLock()
    private var isInterrupted = false

    func interrupt() { lock.withLock { isInterrupted = true } }
    func forgetInterruption() { lock.withLock { isInterrupted = false } }
    /// Whether the work was done, and not interrupted.
    func work() -> Bool { lock.withLock { !isInterrupted } }
}

/// An access that can be cancelled.
final class Access: @unchecked Sendable {
    let lock = NSLock()
    var interruption: (() -> Void)?

    func cancel() { lock.withLock { interruption?() } }
}

func scenario() -> Bool {
    let database = Database(), first = Access(), second = Access(), group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        _ = database.queue.sync { first.run(in: database) }
    }
    DispatchQueue.global().async(group: group) { first.cancel() }
    let isDone = database.queue.sync { second.run(in: database) }
    group.wait()
    return isDone
}

/// Only the first access is cancelled.
func allowed(_ isDone: Bool) -> Bool { isDone }
