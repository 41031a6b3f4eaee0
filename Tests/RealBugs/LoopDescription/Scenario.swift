import Dispatch
import Foundation

// swift-nio, pull request 3360: the description of an event loop takes two locks in the other order.

/// An event loop with a lock for its tasks, and one for its state.
final class EventLoop: @unchecked Sendable {
    let tasksLock = NSLock()
    let stateLock = NSLock()
    var tasks = 1
    var isOpen = true

    /// Drops all tasks.
    func close() {
        stateLock.withLock {
            isOpen = false
            tasksLock.withLock { tasks = 0 }
        }
    }
}

func scenario() -> Bool {
    let loop = EventLoop()
    var text = ""
    DispatchQueue.concurrentPerform(iterations: 2) { if $0 == 0 { text = loop.description } else { loop.close() } }
    return text.hasPrefix("tasks")
}

func allowed(_ isDescribed: Bool) -> Bool { isDescribed }
