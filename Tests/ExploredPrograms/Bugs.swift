import Foundation
import Glibc
import Synchronization

public final class Account: @unchecked Sendable {
    public init() {}
    public var balance = 0
}

/// Two threads add one without a lock.
public func lostUpdate() -> Int {
    let account = Account()
    concurrently([{ account.balance += 1 }, { account.balance += 1 }])
    return account.balance
}

/// Two threads add one with Foundation's lock.
public func lockedUpdate() -> Int {
    let account = Account()
    let lock = NSLock()
    concurrently([{ lock.withLock { account.balance += 1 } }, { lock.withLock { account.balance += 1 } }])
    return account.balance
}

/// Two threads acquire two locks, in opposite orders or in the same order.
public func twoLocks(inOrder: Bool) -> Int {
    let account = Account()
    let first = NSLock(), second = NSLock()
    concurrently([
        {
            first.lock()
            second.lock()
            account.balance += 1
            second.unlock()
            first.unlock()
        },
        {
            (inOrder ? first : second).lock()
            (inOrder ? second : first).lock()
            account.balance += 1
            (inOrder ? second : first).unlock()
            (inOrder ? first : second).unlock()
        },
    ])
    return account.balance
}

/// One thread passes a value to another through a condition.
public func handOver(checksFirst: Bool) -> Int {
    let condition = NSCondition()
    var value: Int?, received = 0
    concurrently([
        {
            condition.lock()
            if checksFirst {
                while value == nil { condition.wait() }
            } else {
                condition.wait()
            }
            received = value ?? -1
            condition.unlock()
        },
        {
            condition.lock()
            value = 42
            condition.signal()
            condition.unlock()
        },
    ])
    return received
}

/// Two of Foundation's threads count, and a condition signals when they are done.
public func foundationThreads() -> Int {
    let condition = NSCondition()
    let done = Account()
    for _ in 0..<2 {
        let thread = Thread {
            condition.lock()
            done.balance += 1
            condition.broadcast()
            condition.unlock()
        }
        thread.start()
    }
    condition.lock()
    while done.balance < 2 { condition.wait() }
    condition.unlock()
    return done.balance
}

/// A thread that reads the other's write at the wrong moment traps.
public func trapsSometimes() -> Int {
    let account = Account()
    account.balance = 1
    concurrently([{ account.balance = 0 }, { if account.balance == 0 { illegal() } }])
    return account.balance
}

private func illegal() { raise(SIGILL) }

final class Registry {
    nonisolated(unsafe) static var instances = 0
    init() { Registry.instances += 1 }
    nonisolated(unsafe) static var racing: Registry?
    nonisolated(unsafe) static let lazily = Registry()
}

/// Two threads create the one instance if they find none.
public func racingSingleton() -> Int {
    let make = { if Registry.racing == nil { Registry.racing = Registry() } }
    concurrently([make, make])
    return Registry.instances
}

/// Two threads access a lazily initialized variable.
public func lazySingleton() -> Int {
    let touch = { _ = Registry.lazily }
    concurrently([touch, touch])
    return Registry.instances
}

/// A value is published by an atomic flag, with or without release and acquire.
public func publish(ordered: Bool) -> Int {
    final class Flag: Sendable { let value = Atomic<Int>(0) }
    let flag = Flag(), account = Account()
    var seen = -1
    concurrently([
        {
            account.balance = 42
            if ordered { flag.value.store(1, ordering: .releasing) } else { flag.value.store(1, ordering: .relaxed) }
        },
        {
            let isSet = ordered ? flag.value.load(ordering: .acquiring) : flag.value.load(ordering: .relaxed)
            if isSet == 1 { seen = account.balance }
        },
    ])
    return seen
}

/// Two threads count with an atomic addition, or with a separate load and store.
public func atomicCounter(inOneStep: Bool) -> Int {
    final class Counter: Sendable { let value = Atomic<Int>(0) }
    let counter = Counter()
    let add = {
        if inOneStep {
            counter.value.add(1, ordering: .relaxed)
        } else {
            counter.value.store(counter.value.load(ordering: .relaxed) + 1, ordering: .relaxed)
        }
    }
    concurrently([add, add])
    return counter.value.load(ordering: .relaxed)
}

/// One thread writes under a read-write lock, two read.
public func readersAndWriter() -> [Int] {
    let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
    defer {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }
    let account = Account()
    var seen = [0, 0]
    seen.withUnsafeMutableBufferPointer { places in
        let first = places.baseAddress!
        func read(_ index: Int) -> () -> Void {
            {
                pthread_rwlock_rdlock(lock)
                first[index] = account.balance
                pthread_rwlock_unlock(lock)
            }
        }
        concurrently([
            {
                pthread_rwlock_wrlock(lock)
                account.balance = 1
                pthread_rwlock_unlock(lock)
            }, read(0), read(1),
        ])
    }
    return seen
}
