import Dispatch
import Foundation
import Glibc
import Synchronization

// Programs that spin.

/// Numbers that tasks share: atomic, or not.
private final class Board: @unchecked Sendable {
    let flag = Atomic<Bool>(false), second = Atomic<Bool>(false), turn = Atomic<Int>(0), number = Atomic<Int>(0)
    var plain = false
    var count = 0
}

/// A thread waits until an atomic flag is set, by another thread or never, with a pause in its loop
/// or without.
public func waitForFlag(isSet: Bool, pausing: Bool) -> Int {
    let board = Board()
    concurrently([
        {
            while !board.flag.load(ordering: .acquiring) {
                if pausing {
                    sched_yield()
                    Thread.sleep(forTimeInterval: 0.001)
                    usleep(10)
                }
            }
            board.count += 1
        },
        {
            board.count = 41
            if isSet { board.flag.store(true, ordering: .releasing) }
        },
    ])
    return board.count
}

/// A thread waits until a plain variable is set: a race.
public func waitForPlainFlag() -> Int {
    let board = Board()
    concurrently([{ while !board.plain {} }, { board.plain = true }])
    return 1
}

/// A spin lock made from an exchange, or from a compare-exchange.
public func spinLock(_ count: Int, comparing: Bool) -> Int {
    let board = Board()
    concurrently(
        (0..<count).map { _ in
            {
                if comparing {
                    while !board.flag.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged {}
                } else {
                    while board.flag.exchange(true, ordering: .acquiring) { sched_yield() }
                }
                board.count += 1
                board.flag.store(false, ordering: .releasing)
            }
        })
    return board.count
}

/// A pthread lock that is only tried.
public func triedLock(_ count: Int) -> Int {
    let board = Board(), mutex = Mutex()
    concurrently(
        (0..<count).map { _ in
            {
                while !mutex.tryLock() {}
                board.count += 1
                mutex.unlock()
            }
        })
    return board.count
}

/// A thread polls under a lock, or through a queue, until another has written.
public func polls(byQueue: Bool) -> Int {
    let board = Board(), lock = NSLock(), queue = DispatchQueue(label: "board")
    concurrently([
        {
            if byQueue {
                while !queue.sync(execute: { board.plain }) { usleep(100) }
            } else {
                while true {
                    lock.lock()
                    let isReady = board.plain
                    lock.unlock()
                    if isReady { break }
                    usleep(100)
                }
            }
        },
        {
            if byQueue {
                queue.sync { board.plain = true }
            } else {
                lock.withLock { board.plain = true }
            }
        },
    ])
    return 1
}

/// Two threads poll under one lock, each for the other's last write.
public func pollsOfTwo() -> Int {
    let board = Board(), lock = NSLock()
    func wait(for number: Int) {
        while lock.withLock({ board.count < number }) {}
        lock.withLock { board.count += 1 }
    }
    concurrently([
        {
            wait(for: 0)
            wait(for: 2)
        }, { wait(for: 1) },
    ])
    return board.count
}

/// Peterson's algorithm for two threads; the wrong one passes the turn before it sets its flag.
public func peterson(isRight: Bool) -> Int {
    let board = Board()
    func enter(_ mine: Int, _ wants: borrowing Atomic<Bool>, _ other: borrowing Atomic<Bool>) {
        if isRight {
            wants.store(true, ordering: .sequentiallyConsistent)
            board.turn.store(1 - mine, ordering: .sequentiallyConsistent)
        } else {
            board.turn.store(1 - mine, ordering: .sequentiallyConsistent)
            wants.store(true, ordering: .sequentiallyConsistent)
        }
        while other.load(ordering: .sequentiallyConsistent) && board.turn.load(ordering: .sequentiallyConsistent) == 1 - mine {}
        board.number.store(board.number.load(ordering: .relaxed) + 1, ordering: .relaxed)
        wants.store(false, ordering: .sequentiallyConsistent)
    }
    concurrently([{ enter(0, board.flag, board.second) }, { enter(1, board.second, board.flag) }])
    return board.number.load(ordering: .relaxed)
}

/// A loop that gives up after some iterations, whatever it has found.
public func givesUp(after rounds: Int) -> Int {
    let board = Board()
    var found = -1
    concurrently([
        {
            for round in 0..<rounds where board.flag.load(ordering: .relaxed) {
                found = round
                break
            }
        }, { board.flag.store(true, ordering: .relaxed) },
    ])
    return found
}

/// A loop that counts its iterations.
public func countsRounds() -> Int {
    let board = Board()
    var rounds = 0
    concurrently([
        { while !board.flag.load(ordering: .relaxed) { rounds += 1 } }, { board.flag.store(true, ordering: .relaxed) },
    ])
    return rounds > 0 ? 1 : 0
}

/// A thread waits for the second of two stores, which two threads make.
public func waitsForSecond() -> Int {
    let board = Board()
    concurrently([
        { while board.number.load(ordering: .relaxed) < 2 {} }, { board.number.add(1, ordering: .relaxed) },
        { board.number.add(1, ordering: .relaxed) },
    ])
    return board.number.load(ordering: .relaxed)
}

/// A thread waits until one of two flags is set, by two threads; it returns which one it saw.
public func waitsForEither() -> [Bool] {
    let board = Board()
    var seen: [Bool] = []
    concurrently([
        {
            while true {
                let one = board.flag.load(ordering: .relaxed), other = board.second.load(ordering: .relaxed)
                if one || other {
                    seen = [one, other]
                    break
                }
            }
        }, { board.flag.store(true, ordering: .relaxed) }, { board.second.store(true, ordering: .relaxed) },
    ])
    return seen
}

/// A semaphore that is tried without waiting, until the try succeeds.
public func asksForSemaphore() -> Int {
    let semaphore = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { semaphore.signal() }
    while semaphore.wait(timeout: .now()) == .timedOut {}
    return 1
}

/// Each thread waits for the flag that the other sets only afterwards.
public func waitForEachOther() -> Int {
    let board = Board()
    concurrently([
        {
            while !board.second.load(ordering: .relaxed) {}
            board.flag.store(true, ordering: .relaxed)
        },
        {
            while !board.flag.load(ordering: .relaxed) {}
            board.second.store(true, ordering: .relaxed)
        },
    ])
    return 1
}

/// Each thread acquires one lock and tries the other's. If that is taken, it releases its own and begins again: both can do so forever.
/// - Parameter attempts: after so many, a thread gives up.
public func triesAndBeginsAgain(atMost attempts: Int? = nil) -> Int {
    let board = Board(), left = NSLock(), right = NSLock()
    func go(_ first: NSLock, _ second: NSLock) {
        var attempt = 0
        while true {
            first.lock()
            if second.try() { break }
            first.unlock()
            if let attempts {
                attempt += 1
                if attempt == attempts { return }
            }
        }
        board.count += 1
        second.unlock()
        first.unlock()
    }
    concurrently([{ go(left, right) }, { go(right, left) }])
    return board.count
}

/// A thread polls under a lock that both only try. It gets the lock, and waits for the other thread.
public func pollsByTrying() -> Int {
    let board = Board(), lock = NSLock()
    concurrently([
        {
            while true {
                guard lock.try() else { continue }
                let isReady = board.plain
                lock.unlock()
                if isReady { break }
            }
        },
        {
            while !lock.try() {}
            board.plain = true
            lock.unlock()
        },
    ])
    return 1
}

/// Each thread steps back when it sees that the other wants to enter too, and tries again: both can
/// do so forever.
public func stepBack() -> Int {
    let board = Board()
    func go(_ mine: borrowing Atomic<Bool>, _ other: borrowing Atomic<Bool>) {
        while true {
            mine.store(true, ordering: .relaxed)
            if !other.load(ordering: .relaxed) { break }
            mine.store(false, ordering: .relaxed)
        }
        mine.store(false, ordering: .relaxed)
    }
    concurrently([{ go(board.flag, board.second) }, { go(board.second, board.flag) }])
    return 1
}

/// A thread that spins forever is still running when the program ends.
public func leavesOneBehind() -> Int {
    let board = Board()
    _ = StartedThread { while !board.flag.load(ordering: .relaxed) {} }
    return 1
}
