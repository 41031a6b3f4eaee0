import Dispatch
import Foundation

extension Litmus {
    /// Groups, semaphores, work items.
    public static let ofMeetings: [Litmus] = [
        Litmus("a group's wait returns when all items have ended", ["a b all", "b a all"]) {
            let story = Story(), group = DispatchGroup()
            for name in ["a", "b"] {
                DispatchQueue.global().async(group: group) {
                    litmusDelay(); story.tell(name)
                }
            }
            group.wait()
            story.tell("all")
            return story.text
        },
        Litmus("a notify block runs once, when the group is empty", ["a b told", "b a told"]) {
            let story = Story(), group = DispatchGroup(), told = DispatchSemaphore(value: 0)
            for name in ["a", "b"] {
                DispatchQueue.global().async(group: group) {
                    litmusDelay(); story.tell(name)
                }
            }
            group.notify(queue: .global()) {
                story.tell("told")
                told.signal()
            }
            told.wait()
            return story.text
        },
        Litmus("an empty group notifies immediately", ["told"]) {
            let story = Story(), told = DispatchSemaphore(value: 0)
            DispatchGroup().notify(queue: .global()) {
                story.tell("told")
                told.signal()
            }
            told.wait()
            return story.text
        },
        Litmus("a wait with timeout zero says whether the group is empty at that moment", ["empty", "not empty"]) {
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { litmusDelay() }
            litmusDelay()
            let result = group.wait(timeout: .now()) == .success ? "empty" : "not empty"
            group.wait()
            return result
        },
        Litmus("a group can be used again", ["a | b |"]) {
            let story = Story(), group = DispatchGroup()
            for name in ["a", "b"] {
                DispatchQueue.global().async(group: group) {
                    litmusDelay(); story.tell(name)
                }
                group.wait()
                story.tell("|")
            }
            return story.text
        },
        Litmus("a manual enter is waited for until its leave", ["a all"]) {
            let story = Story(), group = DispatchGroup()
            group.enter()
            DispatchQueue.global().async {
                litmusDelay()
                story.tell("a")
                group.leave()
            }
            group.wait()
            story.tell("all")
            return story.text
        },
        Litmus("a semaphore with value zero blocks until a signal", ["a b"]) {
            let story = Story(), semaphore = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                litmusDelay()
                story.tell("a")
                semaphore.signal()
            }
            semaphore.wait()
            story.tell("b")
            return story.text
        },
        Litmus("a semaphore with value one keeps critical sections apart", ["a1 a2 b1 b2", "b1 b2 a1 a2"]) {
            let story = Story(), semaphore = DispatchSemaphore(value: 1)
            concurrently(
                ["a", "b"].map { name in
                    {
                        litmusDelay()
                        semaphore.wait()
                        story.tell(name + "1")
                        litmusDelay()
                        story.tell(name + "2")
                        semaphore.signal()
                    }
                })
            return story.text
        },
        Litmus("a semaphore with value two admits two of three threads", ["1", "2"]) {
            let semaphore = DispatchSemaphore(value: 2), lock = NSLock(), inside = Shared(0), most = Shared(0)
            concurrently(
                (0..<3).map { _ in
                    {
                        litmusDelay()
                        semaphore.wait()
                        lock.withLock {
                            inside.value += 1
                            most.value = max(most.value, inside.value)
                        }
                        litmusDelay()
                        lock.withLock { inside.value -= 1 }
                        semaphore.signal()
                    }
                })
            return "\(most.value)"
        },
        Litmus("a semaphore wait with timeout zero succeeds if the value is positive", ["got it", "too late"]) {
            let semaphore = DispatchSemaphore(value: 0), result = Shared("")
            concurrently([
                {
                    litmusDelay(); semaphore.signal()
                },
                {
                    litmusDelay(); result.value = semaphore.wait(timeout: .now()) == .success ? "got it" : "too late"
                },
            ])
            return result.value
        },
        Litmus("an item that was cancelled before it began never runs", ["told"]) {
            let story = Story(), queue = DispatchQueue(label: "serial"), told = DispatchSemaphore(value: 0)
            let item = DispatchWorkItem { story.tell("ran") }
            item.notify(queue: .global()) {
                story.tell("told")
                told.signal()
            }
            item.cancel()
            queue.async(execute: item)
            told.wait()
            return story.text
        },
        Litmus("cancelling comes before the item begins, or too late", ["ran", "not run"]) {
            let queue = DispatchQueue(label: "serial"), result = Shared("not run")
            let item = DispatchWorkItem { result.value = "ran" }
            queue.async(execute: item)
            litmusDelay()
            item.cancel()
            queue.sync {}
            return result.value
        },
        Litmus("an item that runs learns that it was cancelled", ["true", "false"]) {
            let queue = DispatchQueue(label: "serial"), begun = DispatchSemaphore(value: 0), result = Shared("")
            let box = Shared<DispatchWorkItem?>(nil)
            let item = DispatchWorkItem {
                begun.signal()
                litmusDelay()
                result.value = "\(box.value?.isCancelled ?? false)"
            }
            box.value = item
            queue.async(execute: item)
            begun.wait()
            item.cancel()
            queue.sync {}
            box.value = nil
            return result.value
        },
        Litmus("a wait for an item returns after its end", ["a b"]) {
            let story = Story()
            let item = DispatchWorkItem {
                litmusDelay(); story.tell("a")
            }
            DispatchQueue.global().async(execute: item)
            item.wait()
            story.tell("b")
            return story.text
        },
        Litmus("an item's notify block runs after its end", ["a told"]) {
            let story = Story(), told = DispatchSemaphore(value: 0)
            let item = DispatchWorkItem {
                litmusDelay(); story.tell("a")
            }
            item.notify(queue: .global()) {
                story.tell("told")
                told.signal()
            }
            DispatchQueue.global().async(execute: item)
            told.wait()
            return story.text
        },
        Litmus("an item that is called directly runs on the caller", ["a b c"]) {
            let story = Story(), item = DispatchWorkItem { story.tell("b") }
            story.tell("a")
            item.perform()
            story.tell("c")
            return story.text
        },
        Litmus("a cancelled item in a group leaves the group all the same", ["all"]) {
            let story = Story(), group = DispatchGroup()
            let item = DispatchWorkItem { story.tell("ran") }
            item.cancel()
            DispatchQueue.global().async(group: group, execute: item)
            group.wait()
            story.tell("all")
            return story.text
        },
    ]
}
