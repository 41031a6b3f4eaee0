import Foundation

final class Future: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Int?
    private var observers: [@Sendable (Int) -> Void] = []

    func whenDone(_ observer: @escaping @Sendable (Int) -> Void) {
        lock.lock()
        if let value {
            lock.unlock()
            return observer(value)
        }
        observers.append(observer)
        lock.unlock()
    }

    func finish(_ new: Int) {
        let all = lock.withLock {
            value = new
            defer { observers = [] }
            return observers
        }
        for observer in all { observer(new) }
    }
}

func scenario() async -> Int {
    let future = Future()
    DispatchQueue.global().async { future.finish(7) }
    async let one = withCheckedContinuation { done in future.whenDone { done.resume(returning: $0) } }
    async let two = withCheckedContinuation { done in future.whenDone { done.resume(returning: $0) } }
    return await one + two
}

func allowed(_ outcome: Int) -> Bool { outcome == 14 }
