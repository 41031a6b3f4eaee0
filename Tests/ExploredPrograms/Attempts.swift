import Synchronization

/// Four threads, two locks and an atomic number. Two attempts at the first lock and one at the second can be refused, and a compare-exchange
/// can fail.
/// - Returns: the four results as digits: whether the main thread's attempt succeeded, the number that it reads, the results of the other two
///   attempts, the number that the exchange found, and the thread that has written last.
public func refusedAttempts() -> Int {
    final class Shared: @unchecked Sendable {
        let first = Mutex(), second = Mutex()
        let number = Atomic(0)
        var writer = 0
        var mainAttempt = 0, exchangersAttempt = 0, writersAttempt = 0, found = 0
    }
    let shared = Shared()
    let exchange = StartedThread {
        if shared.first.tryLock() {
            shared.first.unlock()
            shared.exchangersAttempt = 1
        }
        shared.found = shared.number.compareExchange(expected: 0, desired: 9, ordering: .sequentiallyConsistent).original
    }
    let holder = StartedThread {
        shared.second.lock()
        shared.second.unlock()
    }
    let writer = StartedThread {
        shared.first.lock()
        shared.second.lock()
        shared.writer = 1
        shared.second.unlock()
        if shared.second.tryLock() {
            shared.number.store(5, ordering: .sequentiallyConsistent)
            shared.second.unlock()
            shared.writersAttempt = 1
        }
        shared.first.unlock()
    }
    shared.second.lock()
    if shared.first.tryLock() {
        shared.first.unlock()
        shared.mainAttempt = 1
    }
    shared.writer = 2
    shared.second.unlock()
    let seen = shared.number.load(ordering: .sequentiallyConsistent)
    for thread in [exchange, holder, writer] { thread.join() }
    let digits = [shared.mainAttempt, seen, shared.exchangersAttempt, shared.writersAttempt, shared.found, shared.writer]
    return digits.reduce(0) { $0 * 10 + $1 }
}
