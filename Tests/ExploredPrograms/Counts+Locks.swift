import Foundation
import Synchronization

// The same program with each kind of protection. Its executions are the orders in which the threads
// acquire it: (n · k)! / k!^n for n threads that acquire it k times.

/// The state that threads share.
private final class Protected: @unchecked Sendable {
    let mutex = Synchronization.Mutex(0), lock = NSLock(), number = Atomic<Int>(0)
    var plain = 0
}

/// Threads that add to a counter under a Mutex.
public func mutexIncrements(threads: Int, times: Int) -> Int {
    let shared = Protected()
    concurrently((0..<threads).map { _ in { for _ in 0..<times { shared.mutex.withLock { $0 += 1 } } } })
    return shared.mutex.withLock { $0 }
}

/// Threads that add to a counter under an `NSLock`.
public func lockIncrements(threads: Int, times: Int) -> Int {
    let shared = Protected()
    concurrently((0..<threads).map { _ in { for _ in 0..<times { shared.lock.withLock { shared.plain += 1 } } } })
    return shared.plain
}

/// Threads that add to an atomic variable, checking for overflow.
public func atomicIncrements(threads: Int, times: Int) -> Int {
    let shared = Protected()
    concurrently((0..<threads).map { _ in { for _ in 0..<times { shared.number.add(1, ordering: .relaxed) } } })
    return shared.number.load(ordering: .relaxed)
}

/// Two threads that try a lock once, and give up if it is held: the number that got it.
public func triedOnce(byMutex: Bool) -> Int {
    let shared = Protected()
    let tries = {
        if byMutex {
            _ = shared.mutex.withLockIfAvailable { $0 += 1 }
        } else if shared.lock.try() {
            shared.plain += 1
            shared.lock.unlock()
        }
    }
    concurrently([tries, tries])
    return byMutex ? shared.mutex.withLock { $0 } : shared.plain
}

/// A thread acquires one Mutex inside another, and a second thread does so in the other order.
public func crossedMutexes() -> Int {
    let one = Protected(), other = Protected()
    concurrently([
        { one.mutex.withLock { _ in other.mutex.withLock { $0 += 1 } } },
        { other.mutex.withLock { _ in one.mutex.withLock { $0 += 1 } } },
    ])
    return 1
}

/// A thread writes plainly before it acquires and releases a Mutex; another reads after it has done
/// the same. Nothing orders the two accesses if the reader is first.
public func published(byMutex: Bool) -> Int {
    let shared = Protected()
    var seen = 0
    concurrently([
        {
            shared.plain = 1
            if byMutex { shared.mutex.withLock { $0 = 1 } } else { shared.number.add(1, ordering: .releasing) }
        },
        {
            let isThere = byMutex ? shared.mutex.withLock { $0 == 1 } : shared.number.add(0, ordering: .acquiring).oldValue == 1
            if isThere { seen = shared.plain }
        },
    ])
    return seen
}
