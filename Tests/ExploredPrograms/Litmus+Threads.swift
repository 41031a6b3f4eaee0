import Foundation
import Glibc

extension Litmus {
    /// Threads, locks, conditions, initializers.
    public static let ofThreads: [Litmus] = [
        Litmus("two threads run in any order", ["a b", "b a"]) {
            let story = Story()
            concurrently(
                ["a", "b"].map { word in
                    {
                        litmusDelay(); story.tell(word)
                    }
                })
            return story.text
        },
        Litmus("a join returns after all that the thread did", ["a b joined"]) {
            let story = Story()
            let thread = StartedThread {
                story.tell("a")
                litmusDelay()
                story.tell("b")
            }
            thread.join()
            story.tell("joined")
            return story.text
        },
        Litmus("a lock keeps critical sections apart", ["a1 a2 b1 b2", "b1 b2 a1 a2"]) {
            let story = Story(), lock = NSLock()
            concurrently(
                ["a", "b"].map { name in
                    {
                        litmusDelay()
                        lock.lock()
                        story.tell(name + "1")
                        litmusDelay()
                        story.tell(name + "2")
                        lock.unlock()
                    }
                })
            return story.text
        },
        Litmus("of two tries of a lock, one succeeds and the other may fail", ["1", "2"]) {
            let lock = NSLock(), count = Shared(0), counter = NSLock()
            concurrently(
                (0..<2).map { _ in
                    {
                        litmusDelay()
                        guard lock.try() else { return }
                        counter.withLock { count.value += 1 }
                        litmusDelay()
                        lock.unlock()
                    }
                })
            return "\(count.value)"
        },
        // (The three threads acquire the locks first in different orders, so an explorer that numbers them can take one for another.)
        Litmus("two tries fail or succeed independently, whichever lock was acquired first", ["00", "01", "10", "11"]) {
            let outer = NSLock(), one = NSLock(), other = NSLock(), first = Shared("1"), second = Shared("1")
            concurrently([
                {
                    if one.try() { one.unlock() } else { first.value = "0" }
                    litmusDelay()
                    outer.lock()
                    outer.unlock()
                },
                {
                    other.lock()
                    litmusDelay()
                    other.unlock()
                },
                {
                    outer.lock()
                    one.lock()
                    litmusDelay()
                    one.unlock()
                    if other.try() { other.unlock() } else { second.value = "0" }
                    outer.unlock()
                },
            ])
            return first.value + second.value
        },
        Litmus("a try of a held lock fails", ["false"]) {
            let lock = NSLock(), result = Shared(true)
            lock.lock()
            StartedThread { result.value = lock.try() }.join()
            lock.unlock()
            return "\(result.value)"
        },
        Litmus("a recursive lock is free when it was released as often as it was acquired", ["false true"]) {
            let lock = NSRecursiveLock(), results = Story()
            lock.lock()
            lock.lock()
            lock.unlock()
            StartedThread {
                let isMine = lock.try()
                results.tell("\(isMine)")
                if isMine { lock.unlock() }
            }.join()
            lock.unlock()
            StartedThread {
                let isMine = lock.try()
                results.tell("\(isMine)")
                if isMine { lock.unlock() }
            }.join()
            return results.text
        },
        Litmus("a signal wakes one of two waiting threads, a second signal the other", ["a b", "b a"]) {
            let story = Story(), condition = NSCondition(), tickets = Shared(0)
            let wait = { (name: String) in
                {
                    condition.lock()
                    while tickets.value == 0 { condition.wait() }
                    tickets.value -= 1
                    condition.unlock()
                    story.tell(name)
                }
            }
            concurrently([
                wait("a"), wait("b"),
                {
                    for _ in 1...2 {
                        litmusDelay()
                        condition.withLock {
                            tickets.value += 1
                            condition.signal()
                        }
                    }
                },
            ])
            return story.text
        },
        Litmus("a broadcast wakes all waiting threads", ["a b", "b a"]) {
            let story = Story(), condition = NSCondition(), isOpen = Shared(false)
            let wait = { (name: String) in
                {
                    condition.lock()
                    while !isOpen.value { condition.wait() }
                    condition.unlock()
                    story.tell(name)
                }
            }
            concurrently([
                wait("a"), wait("b"),
                {
                    litmusDelay()
                    condition.withLock {
                        isOpen.value = true
                        condition.broadcast()
                    }
                },
            ])
            return story.text
        },
        Litmus("a wait with a time limit ends by a signal or by the limit", ["signalled", "too late"]) {
            let condition = NSCondition(), isReady = Shared(false), result = Shared("")
            concurrently([
                {
                    condition.lock()
                    let limit = Date(timeIntervalSinceNow: 0.000_02)
                    while !isReady.value, condition.wait(until: limit) {}
                    result.value = isReady.value ? "signalled" : "too late"
                    condition.unlock()
                },
                {
                    litmusDelay()
                    condition.withLock {
                        isReady.value = true
                        condition.signal()
                    }
                },
            ])
            return result.value
        },
        Litmus("readers share a read-write lock, a writer holds it alone", ["r r w", "r w r", "w r r"]) {
            let story = Story()
            let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
            pthread_rwlock_init(lock, nil)
            let value = Shared(0)
            let read = {
                litmusDelay()
                pthread_rwlock_rdlock(lock)
                check(value.value == 0 || value.value == 2)
                story.tell("r")
                pthread_rwlock_unlock(lock)
            }
            concurrently([
                read, read,
                {
                    litmusDelay()
                    pthread_rwlock_wrlock(lock)
                    value.value += 1
                    story.tell("w")
                    value.value += 1
                    pthread_rwlock_unlock(lock)
                },
            ])
            pthread_rwlock_destroy(lock)
            lock.deallocate()
            return story.text
        },
        Litmus("a lazy variable is initialized once, before any thread reads it", ["made a b", "made b a"]) {
            final class Made: @unchecked Sendable {
                let story: Story
                lazy var value: Int = 0
                init(_ story: Story) { self.story = story }
            }
            let story = Story(), once = UnsafeMutablePointer<pthread_once_t>.allocate(capacity: 1)
            once.initialize(to: pthread_once_t())
            OnceStory.current = story
            concurrently(
                ["a", "b"].map { name in
                    {
                        litmusDelay()
                        pthread_once(once) { OnceStory.current?.tell("made") }
                        story.tell(name)
                    }
                })
            once.deallocate()
            return story.text
        },
        Litmus("a POSIX semaphore blocks a waiting thread until it is posted", ["a b", "b a"]) {
            let story = Story()
            withSemaphore(1) { semaphore in
                concurrently(
                    ["a", "b"].map { word in
                        {
                            litmusDelay()
                            sem_wait(semaphore)
                            story.tell(word)
                            sem_post(semaphore)
                        }
                    })
            }
            return story.text
        },
        Litmus("work before a post of a POSIX semaphore comes before the return of its wait", ["a b"]) {
            let story = Story()
            withSemaphore(0) { semaphore in
                let other = StartedThread {
                    sem_wait(semaphore)
                    story.tell("b")
                }
                litmusDelay()
                story.tell("a")
                sem_post(semaphore)
                other.join()
            }
            return story.text
        },
        Litmus("a try of a POSIX semaphore succeeds, or fails without blocking", ["past", "refused"]) {
            withSemaphore(0) { semaphore in
                let other = StartedThread {
                    litmusDelay()
                    sem_post(semaphore)
                }
                litmusDelay()
                let isPast = sem_trywait(semaphore) == 0, error = errno
                other.join()
                return isPast ? "past" : error == EAGAIN ? "refused" : "error \(error)"
            }
        },
        Litmus("a wait for a POSIX semaphore with a deadline succeeds or times out", ["in time", "late"]) {
            withSemaphore(0) { semaphore in
                let other = StartedThread {
                    litmusDelay()
                    sem_post(semaphore)
                }
                var deadline = timespec()
                clock_gettime(CLOCK_REALTIME, &deadline)
                deadline.tv_nsec += 10_000
                if deadline.tv_nsec >= 1_000_000_000 { (deadline.tv_sec, deadline.tv_nsec) = (deadline.tv_sec + 1, 0) }
                let isInTime = sem_timedwait(semaphore, &deadline) == 0, error = errno
                other.join()
                return isInTime ? "in time" : error == ETIMEDOUT ? "late" : "error \(error)"
            }
        },
    ]

    private static func withSemaphore<Result>(_ value: UInt32, _ body: (UnsafeMutablePointer<sem_t>) -> Result) -> Result {
        let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        sem_init(semaphore, 0, value)
        defer {
            sem_destroy(semaphore)
            semaphore.deallocate()
        }
        return body(semaphore)
    }
}

/// The target of the once's initializer, which can capture nothing.
private enum OnceStory { nonisolated(unsafe) static var current: Story? }
