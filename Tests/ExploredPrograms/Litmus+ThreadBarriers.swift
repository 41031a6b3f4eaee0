import Foundation
import Glibc
import Synchronization

/// Synchronization of POSIX and C++ besides locks: thread barriers, spin locks, a lock held twice
/// for reading, fences.
extension Litmus {
    static let ofThreadBarriers: [Litmus] = [
        Litmus("no thread leaves a barrier before all have arrived, and the last one is told", ["a b 1", "b a 1"]) {
            let barrier = Barrier(2), story = Story(), told = Story()
            Barrier.run(["a", "b"]) { name in
                litmusDelay()
                story.tell(name)
                if barrier.wait() { told.tell("1") }
                if story.text.count < 3 { told.tell("too early") }
            }
            return "\(story.text) \(told.text)"
        },
        Litmus("a barrier starts again, round after round", ["1 1 1"]) {
            let barrier = Barrier(2), told = Story()
            Barrier.run(["a", "b"]) { _ in
                for _ in 0..<3 {
                    litmusDelay()
                    if barrier.wait() { told.tell("1") }
                }
            }
            return told.text
        },
        Litmus("any thread can arrive last", ["a", "b", "c"]) {
            let barrier = Barrier(3), told = Story()
            Barrier.run(["a", "b", "c"]) { name in
                litmusDelay()
                if barrier.wait() { told.tell(name) }
            }
            return told.text
        },
        Litmus("a spin lock admits one thread at a time", interleavings([["a1 a2"], ["b1 b2"]])) {
            let lock = SpinLock(), story = Story()
            Barrier.run(["a", "b"]) { name in
                litmusDelay()
                lock.lock()
                story.tell(name + "1")
                litmusDelay()
                story.tell(name + "2")
                lock.unlock()
            }
            return story.text
        },
        Litmus("a try of a spin lock succeeds or is refused", ["a", "a refused", "refused a"]) {
            let lock = SpinLock(), story = Story()
            Barrier.run(["a", "b"]) { name in
                litmusDelay()
                if name == "a" {
                    lock.lock()
                    story.tell("a")
                    litmusDelay()
                    lock.unlock()
                } else if lock.tries() {
                    lock.unlock()
                } else {
                    story.tell("refused")
                }
            }
            return story.text
        },
        Litmus("a reader can acquire its lock again, though a writer waits", ["r1 r2 w", "w r1 r2"]) {
            let lock = ReadWrite(), story = Story()
            Barrier.run(["r", "w"]) { name in
                litmusDelay()
                if name == "w" {
                    lock.write { story.tell("w") }
                } else {
                    lock.read {
                        story.tell("r1")
                        litmusDelay()
                        lock.read { story.tell("r2") }
                        litmusDelay()
                    }
                }
            }
            return story.text
        },
        Litmus("fences between relaxed accesses publish earlier writes", ["00", "420"]) {
            let pair = Pair()
            Barrier.run(["a", "b"]) { name in
                litmusDelay()
                if name == "a" {
                    pair.one.store(42, ordering: .relaxed)
                    atomicMemoryFence(ordering: .releasing)
                    pair.other.store(1, ordering: .relaxed)
                } else if pair.other.load(ordering: .relaxed) == 1 {
                    atomicMemoryFence(ordering: .acquiring)
                    pair.see(pair.one.load(ordering: .relaxed), at: 0)
                }
            }
            return pair.text
        },
        Litmus("with fences, of two threads that write and then read, at least one sees the other's write", ["01", "10", "11"]) {
            let pair = Pair()
            Barrier.run(["a", "b"]) { name in
                litmusDelay()
                if name == "a" {
                    pair.one.store(1, ordering: .relaxed)
                    atomicMemoryFence(ordering: .sequentiallyConsistent)
                    pair.see(pair.other.load(ordering: .relaxed), at: 0)
                } else {
                    pair.other.store(1, ordering: .relaxed)
                    atomicMemoryFence(ordering: .sequentiallyConsistent)
                    pair.see(pair.one.load(ordering: .relaxed), at: 1)
                }
            }
            return pair.text
        },
    ]
}

/// Two atomic variables, and the values read from them.
private final class Pair: @unchecked Sendable {
    let one = Atomic(0), other = Atomic(0)
    private let lock = NSLock()
    private var seen = [0, 0]

    func see(_ value: Int, at index: Int) { lock.withLock { seen[index] = value } }
    var text: String { lock.withLock { "\(seen[0])\(seen[1])" } }
}

private final class Barrier: @unchecked Sendable {
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)

    init(_ count: UInt32) { pthread_barrier_init(barrier, nil, count) }

    deinit {
        pthread_barrier_destroy(barrier)
        barrier.deallocate()
    }

    /// - Returns: whether the caller was told that it is the last of its round.
    func wait() -> Bool { pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD }

    /// Threads that do the same, each with a name; returns when all have ended.
    static func run(_ names: [String], _ body: @escaping @Sendable (String) -> Void) {
        let group = DispatchGroup()
        for name in names {
            group.enter()
            Thread {
                body(name)
                group.leave()
            }.start()
        }
        group.wait()
    }
}

private final class SpinLock: @unchecked Sendable {
    private let word = UnsafeMutablePointer<pthread_spinlock_t>.allocate(capacity: 1)

    init() { pthread_spin_init(word, 0) }

    deinit {
        pthread_spin_destroy(word)
        word.deallocate()
    }

    func lock() { pthread_spin_lock(word) }
    func tries() -> Bool { pthread_spin_trylock(word) == 0 }
    func unlock() { pthread_spin_unlock(word) }
}

private final class ReadWrite: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init() { pthread_rwlock_init(lock, nil) }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    func read(_ body: () -> Void) {
        pthread_rwlock_rdlock(lock)
        body()
        pthread_rwlock_unlock(lock)
    }

    func write(_ body: () -> Void) {
        pthread_rwlock_wrlock(lock)
        body()
        pthread_rwlock_unlock(lock)
    }
}
