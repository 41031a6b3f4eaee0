import Dispatch
import Foundation

// RxSwift, commit 89da8d41: take(1) lets two values pass if they come on two threads.

/// Passes on the first values only.
final class Take: @unchecked Sendable {
    let lock = NSRecursiveLock()
    var remaining: Int
    let next: (Int) -> Void

    init(_ count: Int, next: @escaping (Int) -> Void) {
        remaining = count
        self.next = next
    }

    func pass(_ value: Int) {
        guard remaining > 0 else { return }
        remaining -= 1
        next(value)
    }
}

func scenario() -> Int {
    let received = DispatchQueue(label: "received")
    var count = 0
    let take = Take(1) { _ in received.sync { count += 1 } }
    DispatchQueue.concurrentPerform(iterations: 2) { take.receive($0) }
    return received.sync { count }
}

func allowed(_ count: Int) -> Bool { count == 1 }
