import Dispatch
import Foundation
import Synchronization

/// Calls that come in time or too late: cancelling, activating, and state that Foundation keeps for
/// several threads.
extension Litmus {
    public static let ofLate: [Litmus] = [
        Litmus("a task may have ended before it is cancelled", ["no", "yes"]) {
            told { story in
                let task = Task.detached { story.tell(Task.isCancelled ? "yes" : "no") }
                DispatchQueue.global().async {
                    litmusDelay()
                    task.cancel()
                }
                await task.value
            }
        },
        Litmus("a group is asked twice whether it is cancelled", twice) {
            told { story in
                let task = Task.detached {
                    await withTaskGroup(of: Void.self) { group in
                        story.tell(group.isCancelled ? "yes" : "no")
                        litmusDelay()
                        story.tell(group.isCancelled ? "yes" : "no")
                    }
                }
                litmusDelay()
                task.cancel()
                await task.value
            }
        },
        // (Handlers are called, and children marked, in the order of the Swift task's status
        // records: the latest first.)
        Litmus("a task's handler may have been called before its child is marked", bothInAnyOrder) {
            told { story in
                let called = Number()
                let task = Task.detached {
                    async let child: Void = { story.tell(after: called, Task.isCancelled) }()
                    await withTaskCancellationHandler {
                        litmusDelay()
                    } onCancel: {
                        called.value.store(1, ordering: .sequentiallyConsistent)
                    }
                    await child
                }
                litmusDelay()
                task.cancel()
                await task.value
            }
        },
        Litmus("a group can see that it is cancelled before its child does", bothInAnyOrder) {
            told { story in
                let known = Number()
                let task = Task.detached {
                    await withTaskGroup(of: Void.self) { group in
                        group.addTask { story.tell(after: known, Task.isCancelled) }
                        litmusDelay()
                        if group.isCancelled { known.value.store(1, ordering: .sequentiallyConsistent) }
                    }
                }
                litmusDelay()
                task.cancel()
                await task.value
            }
        },
        Litmus("a group's first child is marked before the second is", bothInAnyOrder) { ofTwoChildren(firstLooks: true) },
        Litmus("a group's second child is not marked before the first is", bothInAnyOrder.subtracting(["yes no"])) {
            ofTwoChildren(firstLooks: false)
        },
        Litmus("a group accepts another child until it is cancelled", ["added no", "added yes", "refused"]) {
            told { story in
                let task = Task.detached {
                    await withTaskGroup(of: Void.self) { group in
                        let isAdded = group.addTaskUnlessCancelled {
                            litmusDelay()
                            story.tell("added \(Task.isCancelled ? "yes" : "no")")
                        }
                        if !isAdded { story.tell("refused") }
                    }
                }
                litmusDelay()
                task.cancel()
                await task.value
            }
        },
        Litmus("a child's error cancels the others of a group that discards results", twice) {
            told { story in
                try? await withThrowingDiscardingTaskGroup { group in
                    group.addTask {
                        litmusDelay()
                        throw Failed()
                    }
                    group.addTask {
                        story.tell(Task.isCancelled ? "yes" : "no")
                        litmusDelay()
                        story.tell(Task.isCancelled ? "yes" : "no")
                    }
                }
            }
        },
        Litmus("when a group that discards results is over, so are its children", ["3"]) {
            let sums = Sums()
            return told { story in
                await withDiscardingTaskGroup { group in
                    group.addTask { sums.first = 1 }
                    group.addTask { sums.second = 2 }
                }
                story.tell("\(sums.first + sums.second)")
            }
        },
        Litmus("a child's error comes before the body's only if another child still runs", ["body", "child"]) {
            told { story in
                do {
                    try await withThrowingDiscardingTaskGroup { group in
                        group.addTask { throw Failed(who: "child") }
                        group.addTask { litmusDelay() }
                        litmusDelay()
                        throw Failed(who: "body")
                    }
                } catch { story.tell((error as? Failed)?.who ?? "") }
            }
        },
        Litmus("if several threads activate a queue, the first one does it", ["0", "1"]) {
            let queue = DispatchQueue(label: "queue", attributes: .initiallyInactive), group = DispatchGroup(), number = Number()
            nonisolated(unsafe) var seen = -1
            queue.async(group: group) { seen = number.value.load(ordering: .sequentiallyConsistent) }
            DispatchQueue.global().async(group: group) {
                litmusDelay()
                number.value.store(1, ordering: .sequentiallyConsistent)
                queue.activate()
            }
            DispatchQueue.global().async(group: group) {
                litmusDelay()
                queue.activate()
            }
            group.wait()
            return "\(seen)"
        },
        Litmus("activating a suspended queue does nothing", ["resumed item"]) {
            let story = Story(), queue = DispatchQueue(label: "queue")
            queue.suspend()
            queue.async { story.tell("item") }
            queue.activate()
            litmusDelay()
            story.tell("resumed")
            queue.resume()
            queue.sync {}
            return story.text
        },
        Litmus("a thread checks twice whether it is cancelled", twice) {
            let story = Story(), done = DispatchSemaphore(value: 0)
            let thread = Thread {
                story.tell(Thread.current.isCancelled ? "yes" : "no")
                litmusDelay()
                story.tell(Thread.current.isCancelled ? "yes" : "no")
                done.signal()
            }
            thread.start()
            litmusDelay()
            thread.cancel()
            done.wait()
            return story.text
        },
        Litmus("a cache has the old object or the new one", ["old", "new"]) {
            let cache = NSCache<NSNumber, NSString>(), story = Story(), group = DispatchGroup()
            let shared = UnsafeTransfer(cache)
            cache.setObject("old", forKey: 1)
            DispatchQueue.global().async(group: group) {
                litmusDelay()
                shared.value.setObject("new", forKey: 1)
            }
            litmusDelay()
            story.tell(shared.value.object(forKey: 1).map { "\($0)" } ?? "none")
            group.wait()
            return story.text
        },
        Litmus("a try of a condition lock can come before its condition holds", ["no", "yes"]) {
            let lock = NSConditionLock(condition: 0), group = DispatchGroup()
            DispatchQueue.global().async(group: group) {
                litmusDelay()
                if lock.try() { lock.unlock(withCondition: 1) }
            }
            litmusDelay()
            let isTaken = lock.tryLock(whenCondition: 1)
            if isTaken { lock.unlock() }
            group.wait()
            return isTaken ? "yes" : "no"
        },
    ]

    private static let twice: Set<String> = ["no no", "no yes", "yes yes"]
    private static let bothInAnyOrder: Set<String> = ["no no", "no yes", "yes no", "yes yes"]

    /// Child 1 sets a flag after observing its cancellation; child 2 reads the flag, then
    /// `Task.isCancelled`.
    private static func ofTwoChildren(firstLooks: Bool) -> String {
        told { story in
            let known = Number()
            await withTaskGroup(of: Void.self) { group in
                for isFirst in [true, false] {
                    group.addTask {
                        litmusDelay()
                        if isFirst == firstLooks {
                            if Task.isCancelled { known.value.store(1, ordering: .sequentiallyConsistent) }
                        } else {
                            story.tell(after: known, Task.isCancelled)
                        }
                    }
                }
                litmusDelay()
                group.cancelAll()
            }
        }
    }

    private struct Failed: Error { var who = "" }
    fileprivate final class Number: Sendable {
        let value = Atomic<Int>(0)
    }
    private final class Sums: @unchecked Sendable {
        var first = 0
        var second = 0
    }
    private struct UnsafeTransfer<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    /// The story of an asynchronous function.
    private static func told(_ body: @escaping @Sendable (Story) async -> Void) -> String {
        let story = Story(), done = DispatchSemaphore(value: 0)
        Task.detached {
            await body(story)
            done.signal()
        }
        done.wait()
        return story.text
    }
}

extension Story {
    /// Reports whether a flag is set, and then whether a condition holds.
    fileprivate func tell(after number: Litmus.Number, _ isSo: @autoclosure () -> Bool) {
        let isSet = number.value.load(ordering: .sequentiallyConsistent) == 1
        litmusDelay()
        tell("\(isSet ? "yes" : "no") \(isSo() ? "yes" : "no")")
    }
}
