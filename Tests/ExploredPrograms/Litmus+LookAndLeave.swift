import Dispatch
import Foundation

extension Litmus {
    /// Steps of several tasks on a group, a queue or an item whose emptiness or end others wait for
    /// or read: any of the tasks can be last.
    public static let ofLooks: [Litmus] = [
        Litmus("a task that leaves a group and then checks it may be the last or not", ["busy", "empty"]) {
            twoLeave { work, _, story in story.tell(work.wait(timeout: .now()) == .success ? "empty" : "busy") }
        },
        Litmus("a notify after a leave runs immediately or later", ["told next", "next told"]) {
            twoLeave { work, all, story in
                let queue = DispatchQueue(label: "serial")
                all.enter()
                work.notify(queue: queue) {
                    story.tell("told")
                    all.leave()
                }
                queue.async(group: all) { story.tell("next") }
            }
        },
        Litmus("two threads that submit to one group and wait each wait for both items, or their own", waitedForOwn) {
            let work = DispatchGroup()
            return handAndWait { block in
                DispatchQueue.global().async(group: work, execute: block)
            } wait: {
                work.wait()
            }
        },
        Litmus("two threads that add to one operation queue and wait each wait for both operations, or their own", waitedForOwn) {
            let queue = OperationQueue()
            return handAndWait {
                queue.addOperation($0)
            } wait: {
                queue.waitUntilAllOperationsAreFinished()
            }
        },
        Litmus("a wait for a group comes before or after another thread's enter", ["waited inside", "inside waited"]) {
            let work = DispatchGroup(), all = DispatchGroup(), story = Story()
            DispatchQueue.global().async(group: all) {
                work.enter()
                DispatchQueue.global().async {
                    litmusDelay(); work.leave()
                }
                work.wait()
                story.tell("waited")
            }
            DispatchQueue.global().async(group: all) {
                litmusDelay()
                work.enter()
                story.tell("inside")
                work.leave()
            }
            all.wait()
            return story.text
        },
        Litmus("a signal without the lock comes before or after another thread holds it", ["woken other", "other woken"]) {
            let condition = NSCondition(), asleep = DispatchSemaphore(value: 0), all = DispatchGroup(), story = Story()
            nonisolated(unsafe) var isWoken = false
            DispatchQueue.global().async(group: all) {
                condition.lock()
                asleep.signal()
                while !isWoken { condition.wait() }
                story.tell("woken")
                condition.unlock()
            }
            asleep.wait()
            condition.withLock { isWoken = true }
            DispatchQueue.global().async(group: all) {
                litmusDelay(); condition.withLock { story.tell("other") }
            }
            DispatchQueue.global().async(group: all) {
                litmusDelay(); condition.signal()
            }
            all.wait()
            return story.text
        },
        Litmus("a writer can come between readers that do not overlap", ["1 2 w", "1 w 2", "2 1 w", "2 w 1", "w 1 2", "w 2 1"]) {
            nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
            let all = DispatchGroup(), story = Story()
            pthread_rwlock_init(lock, nil)
            for (name, take) in [("1", pthread_rwlock_rdlock), ("2", pthread_rwlock_rdlock), ("w", pthread_rwlock_wrlock)] {
                DispatchQueue.global().async(group: all) {
                    litmusDelay()
                    _ = take(lock)
                    story.tell(name)
                    pthread_rwlock_unlock(lock)
                }
            }
            all.wait()
            pthread_rwlock_destroy(lock)
            lock.deallocate()
            return story.text
        },
    ]

    /// `b` after `a`, `d` after `c`: each thread waits at least for the work that it has submitted.
    private static let waitedForOwn = interleavings([["a", "b"], ["c", "d"]])

    private static func handAndWait(_ hand: @escaping (@escaping @Sendable () -> Void) -> Void, wait: @escaping () -> Void) -> String {
        let all = DispatchGroup(), story = Story()
        for (work, after) in [("a", "b"), ("c", "d")] {
            DispatchQueue.global().async(group: all) {
                litmusDelay()
                hand {
                    litmusDelay(); story.tell(work)
                }
                wait()
                story.tell(after)
            }
        }
        all.wait()
        return story.text
    }

    /// Two tasks leave a group; the second one then does something.
    private static func twoLeave(_ then: @escaping (_ work: DispatchGroup, _ all: DispatchGroup, _ story: Story) -> Void) -> String {
        let work = DispatchGroup(), all = DispatchGroup(), story = Story()
        work.enter()
        work.enter()
        DispatchQueue.global().async(group: all) {
            litmusDelay()
            work.leave()
        }
        DispatchQueue.global().async(group: all) {
            litmusDelay()
            work.leave()
            then(work, all, story)
        }
        all.wait()
        return story.text
    }
}
