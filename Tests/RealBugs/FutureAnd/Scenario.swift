import Dispatch
import Foundation

// swift-nio, pull request 176: the future of two results never completes.

/// Two results that come on two event loops.
final class Both: @unchecked Sendable {
    let lock = NSLock()
    /// The event loop of the first result.
    let loop = DispatchQueue(label: "loop")
    let completed = DispatchSemaphore(value: 0)
    var first: Int?
    var second: Int?

    func complete(_ one: Int, _ two: Int) { completed.signal() }
}

func scenario() -> Bool {
    let both = Both(), other = DispatchQueue(label: "other loop")
    both.loop.async { both.setFirst(1) }
    other.async { both.setSecond(2) }
    both.completed.wait()
    return true
}

func allowed(_ isCompleted: Bool) -> Bool { isCompleted }
