import Dispatch
import Foundation

// RxSwift, commit 581a7583: a scheduled action unwraps a key that it never got.

/// Scheduled actions that can be cancelled together.
final class ActionGroup: @unchecked Sendable {
    private let lock = NSLock()
    private var keys: Set<Int> = []
    private var disposed = false

    /// A key for a new action. Returns nil if the group was disposed of.
    func insert() -> Int? {
        lock.withLock {
            guard !disposed else { return nil }
            keys.insert(1)
            return 1
        }
    }

    func remove(_ key: Int) { _ = lock.withLock { keys.remove(key) } }

    func dispose() {
        lock.withLock {
            disposed = true
            keys.removeAll()
        }
    }

    var isDisposed: Bool { lock.withLock { disposed } }
}

/// Runs an action later, unless its group is disposed of before that.
final class Scheduler: @unchecked Sendable {
    let lock = NSRecursiveLock()
    let actions = ActionGroup()
    let done = DispatchGroup()
}

func scenario() -> Bool {
    let scheduler = Scheduler()
    DispatchQueue.global().async(group: scheduler.done) { scheduler.actions.dispose() }
    scheduler.schedule()
    scheduler.done.wait()
    return scheduler.actions.isDisposed
}

func allowed(_ isDisposed: Bool) -> Bool { isDisposed }
