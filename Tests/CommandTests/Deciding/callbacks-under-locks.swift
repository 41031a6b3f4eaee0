// deadlock: 11, 16
// Says: waits for a lock
import Foundation

final class Replay: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var last = 1
    private var observers: [(Int) -> Void] = []

    func subscribe(_ observer: @escaping (Int) -> Void) {
        lock.lock(); defer { lock.unlock() }
        observers.append(observer)
        observer(last)  // foreign code under the lock
    }
    func dispose() {
        lock.lock(); defer { lock.unlock() }
        observers.removeAll()
    }
}

func scenario() {
    let first = Replay(), second = Replay()
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        first.subscribe { _ in second.dispose() }
    }
    DispatchQueue.global().async(group: group) {
        second.subscribe { _ in first.dispose() }
    }
    group.wait()
}

// After ReactiveX/RxSwift#1992
