import Dispatch
import Foundation

// RxSwift, commit 6e1ad1a8: share(replay:) calls an observer while it holds its lock.

/// A source that gives its last value to each new observer.
final class ReplayingSource: @unchecked Sendable {
    let lock = NSRecursiveLock()
    var observers: [(Int) -> Void] = []
    var last: Int? = 1
}

/// Merges values of several sources: one after the other, also while it subscribes to them.
final class Merge: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private(set) var received = 0

    func subscribe(to source: ReplayingSource) {
        lock.withLock { source.subscribe(receive) }
    }

    func receive(_ value: Int) {
        lock.withLock { received += 1 }
    }

    var count: Int { lock.withLock { received } }
}

func scenario() -> Int {
    let source = ReplayingSource(), merge = Merge()
    DispatchQueue.concurrentPerform(iterations: 2) { number in
        if number == 0 { merge.subscribe(to: source) } else { source.subscribe(merge.receive) }
    }
    return merge.count
}

func allowed(_ count: Int) -> Bool { count == 2 }
