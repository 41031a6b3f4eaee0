import Dispatch
import Foundation
import Glibc
import Synchronization

extension Litmus {
    /// Found by random programs (Tests/Fuzzing), and made smaller: outcomes that a search once missed, though it called itself
    /// complete.
    static let ofRandomPrograms: [Litmus] = [
        // (In an execution that is given up because the main thread's next step has been explored, the writer is blocked by the reader. The
        // order in which the writer comes first has to be found all the same.)
        Litmus("a thread whose try is refused goes on at any time", ["free", "0", "9", "10"]) {
            let one = ReadWriteLock(), other = ReadWriteLock(), number = Atomic(0), seen = Shared("free"), group = DispatchGroup()
            group.enter()
            Thread {
                if other.tryRead() {
                    one.write()
                    number.add(1, ordering: .sequentiallyConsistent)
                    one.unlock()
                    other.unlock()
                } else {
                    seen.value = "\(number.load(ordering: .sequentiallyConsistent))"
                }
                group.leave()
            }.start()
            group.enter()
            Thread {
                other.write()
                litmusDelay()
                other.unlock()
                group.leave()
            }.start()
            if one.tryWrite() {
                _ = number.exchange(9, ordering: .sequentiallyConsistent)
                one.unlock()
            }
            if other.tryRead() { other.unlock() }
            number.add(1, ordering: .sequentiallyConsistent)
            group.wait()
            return seen.value
        },
        Litmus("a step of the main thread comes after steps of three others that depend on each other", ["late", "other"]) {
            let one = Atomic(0), other = Atomic(0), queue = DispatchQueue(label: "litmus", attributes: .concurrent)
            let group = DispatchGroup(), first = Shared(0), second = Shared(0), third = Shared(0)
            group.enter()
            queue.async {
                group.enter()
                Thread {
                    third.value = one.compareExchange(expected: 0, desired: 4, ordering: .sequentiallyConsistent).original
                    other.store(6, ordering: .sequentiallyConsistent)
                    group.leave()
                }.start()
                first.value = other.exchange(1, ordering: .sequentiallyConsistent)
                group.leave()
            }
            group.enter()
            queue.async {
                let before = one.exchange(1, ordering: .sequentiallyConsistent)
                second.value = before * 10 + other.load(ordering: .sequentiallyConsistent)
                one.store(9, ordering: .sequentiallyConsistent)
                group.leave()
            }
            let last = one.load(ordering: .sequentiallyConsistent)
            group.wait()
            return [last, first.value, second.value, third.value] == [9, 6, 6, 1] ? "late" : "other"
        },
    ]

    private final class ReadWriteLock: @unchecked Sendable {  // The pointer does not change.
        private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
        init() { pthread_rwlock_init(lock, nil) }
        deinit {
            pthread_rwlock_destroy(lock)
            lock.deallocate()
        }
        func write() { pthread_rwlock_wrlock(lock) }
        func tryRead() -> Bool { pthread_rwlock_tryrdlock(lock) == 0 }
        func tryWrite() -> Bool { pthread_rwlock_trywrlock(lock) == 0 }
        func unlock() { pthread_rwlock_unlock(lock) }
    }
}
