import Dispatch
import Foundation

extension Litmus {
    /// Queues: order, overlap, barriers, targets, suspension.
    public static let ofQueues: [Litmus] = [
        Litmus("a serial queue runs its items in the order in which they were submitted", ["a b c"]) {
            let story = Story(), queue = DispatchQueue(label: "serial")
            for word in ["a", "b"] {
                queue.async {
                    litmusDelay(); story.tell(word)
                }
            }
            queue.sync { story.tell("c") }
            return story.text
        },
        Litmus("items of a serial queue never overlap", ["a1 a2 b1 b2"]) {
            let story = Story(), queue = DispatchQueue(label: "serial")
            for name in ["a", "b"] {
                queue.async {
                    story.tell(name + "1")
                    litmusDelay()
                    story.tell(name + "2")
                }
            }
            queue.sync {}
            return story.text
        },
        Litmus("items of a concurrent queue can overlap in every way", interleavings([["a1", "a2"], ["b1", "b2"]])) {
            let story = Story(), queue = DispatchQueue(label: "concurrent", attributes: .concurrent), group = DispatchGroup()
            for name in ["a", "b"] {
                queue.async(group: group) {
                    litmusDelay()
                    story.tell(name + "1")
                    litmusDelay()
                    story.tell(name + "2")
                }
            }
            group.wait()
            return story.text
        },
        Litmus("a barrier waits for earlier items and runs alone", ["a b w c", "b a w c"]) {
            let story = Story(), queue = DispatchQueue(label: "concurrent", attributes: .concurrent), group = DispatchGroup()
            for name in ["a", "b"] {
                queue.async(group: group) {
                    litmusDelay(); story.tell(name)
                }
            }
            queue.async(group: group, flags: .barrier) {
                litmusDelay(); story.tell("w")
            }
            queue.async(group: group) { story.tell("c") }
            group.wait()
            return story.text
        },
        Litmus("a barrier submitted with sync does the same", ["a w"]) {
            let story = Story(), queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
            queue.async {
                litmusDelay(); story.tell("a")
            }
            queue.sync(flags: .barrier) { story.tell("w") }
            return story.text
        },
        Litmus("on a global queue a barrier is an item like any other", interleavings([["a1", "a2"], ["w1", "w2"]])) {
            let story = Story(), queue = DispatchQueue.global(), group = DispatchGroup()
            queue.async(group: group) {
                litmusDelay()
                story.tell("a1")
                litmusDelay()
                story.tell("a2")
            }
            queue.async(group: group, flags: .barrier) {
                litmusDelay()
                story.tell("w1")
                litmusDelay()
                story.tell("w2")
            }
            group.wait()
            return story.text
        },
        Litmus("two serial queues are independent", ["a b", "b a"]) {
            let story = Story(), one = DispatchQueue(label: "one"), other = DispatchQueue(label: "other"), group = DispatchGroup()
            one.async(group: group) {
                litmusDelay(); story.tell("a")
            }
            other.async(group: group) {
                litmusDelay(); story.tell("b")
            }
            group.wait()
            return story.text
        },
        Litmus("queues with one serial target never overlap, and run in the order in which they got items", ["a1 a2 b1 b2"]) {
            let story = Story(), target = DispatchQueue(label: "target"), group = DispatchGroup()
            for name in ["a", "b"] {
                DispatchQueue(label: name, target: target).async(group: group) {
                    story.tell(name + "1")
                    litmusDelay()
                    story.tell(name + "2")
                }
            }
            group.wait()
            return story.text
        },
        Litmus("a concurrent queue with a serial target runs one item at a time", ["a1 a2 b1 b2"]) {
            let story = Story(), target = DispatchQueue(label: "target"), group = DispatchGroup()
            let queue = DispatchQueue(label: "concurrent", attributes: .concurrent, target: target)
            for name in ["a", "b"] {
                queue.async(group: group) {
                    story.tell(name + "1")
                    litmusDelay()
                    story.tell(name + "2")
                }
            }
            group.wait()
            return story.text
        },
        Litmus("queues with one serial target, reached through a concurrent one, never overlap", ["a1 a2 b1 b2"]) {
            let story = Story(), target = DispatchQueue(label: "target"), group = DispatchGroup()
            let between = DispatchQueue(label: "between", attributes: .concurrent, target: target)
            for name in ["a", "b"] {
                DispatchQueue(label: name, target: between).async(group: group) {
                    story.tell(name + "1")
                    litmusDelay()
                    story.tell(name + "2")
                }
            }
            group.wait()
            return story.text
        },
        Litmus("a concurrent queue's items and those of a queue that targets it never overlap on its serial target", ["a1 a2 b1 b2"]) {
            let story = Story(), target = DispatchQueue(label: "target"), group = DispatchGroup()
            let between = DispatchQueue(label: "between", attributes: .concurrent, target: target)
            for (name, queue) in [("a", between), ("b", DispatchQueue(label: "b", target: between))] {
                queue.async(group: group) {
                    story.tell(name + "1")
                    litmusDelay()
                    story.tell(name + "2")
                }
            }
            group.wait()
            return story.text
        },
        Litmus("sync runs after items submitted before", ["a b"]) {
            let story = Story(), queue = DispatchQueue(label: "serial")
            queue.async {
                litmusDelay(); story.tell("a")
            }
            queue.sync { story.tell("b") }
            return story.text
        },
        Litmus("two threads that sync on one serial queue take turns", ["a1 a2 b1 b2", "b1 b2 a1 a2"]) {
            let story = Story(), queue = DispatchQueue(label: "serial")
            concurrently(
                ["a", "b"].map { name in
                    {
                        litmusDelay()
                        queue.sync {
                            story.tell(name + "1")
                            litmusDelay()
                            story.tell(name + "2")
                        }
                    }
                })
            return story.text
        },
        Litmus("two threads that sync on a concurrent queue can overlap", interleavings([["a1", "a2"], ["b1", "b2"]])) {
            let story = Story(), queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
            concurrently(
                ["a", "b"].map { name in
                    {
                        litmusDelay()
                        queue.sync {
                            story.tell(name + "1")
                            litmusDelay()
                            story.tell(name + "2")
                        }
                    }
                })
            return story.text
        },
        Litmus("an item that submits to its own queue continues first", ["a1 a2 b"]) {
            let story = Story(), queue = DispatchQueue(label: "serial"), group = DispatchGroup()
            queue.async(group: group) {
                story.tell("a1")
                queue.async(group: group) { story.tell("b") }
                litmusDelay()
                story.tell("a2")
            }
            group.wait()
            return story.text
        },
        Litmus("a suspended queue starts nothing until it is resumed", ["resume a"]) {
            let story = Story(), queue = DispatchQueue(label: "serial")
            queue.suspend()
            queue.async { story.tell("a") }
            litmusDelay()
            story.tell("resume")
            queue.resume()
            queue.sync {}
            return story.text
        },
        Litmus("a queue that is created inactive starts nothing until it is activated", ["activate a"]) {
            let story = Story(), queue = DispatchQueue(label: "serial", attributes: .initiallyInactive)
            queue.async { story.tell("a") }
            litmusDelay()
            story.tell("activate")
            queue.activate()
            queue.sync {}
            return story.text
        },
        // The thread may be preempted before the second call until its delay is over, too: then the
        // item is submitted immediately.
        Litmus("of two items that are due soon, the later one can run first", ["early late", "late early"]) {
            let story = Story(), queue = DispatchQueue(label: "serial"), group = DispatchGroup()
            group.enter()
            group.enter()
            let now = DispatchTime.now()
            queue.asyncAfter(deadline: now + .milliseconds(1)) {
                story.tell("early"); group.leave()
            }
            queue.asyncAfter(deadline: now + .milliseconds(6)) {
                story.tell("late"); group.leave()
            }
            group.wait()
            return story.text
        },
        Litmus("items that are due at the same time run in any order", interleavings([["0"], ["1"], ["2"]])) {
            let story = Story(), queue = DispatchQueue(label: "serial"), group = DispatchGroup()
            let due = DispatchTime.now() + .microseconds(200)
            for number in 0..<3 {
                group.enter()
                queue.asyncAfter(deadline: due) {
                    story.tell("\(number)"); group.leave()
                }
            }
            group.wait()
            return story.text
        },
        Litmus("an item that is already due is submitted like any other", ["0 1 2 3"]) {
            let story = Story(), queue = DispatchQueue(label: "serial")
            queue.async { story.tell("0") }
            queue.asyncAfter(deadline: .now()) { story.tell("1") }
            queue.asyncAfter(wallDeadline: .now() - 1) { story.tell("2") }
            litmusDelay()
            queue.sync { story.tell("3") }
            return story.text
        },
        // The thread may be preempted between the two calls until the first delay is over.
        Litmus("an item that is due earlier can be submitted too late to run first", ["early late", "late early"]) {
            let story = Story(), queue = DispatchQueue(label: "serial"), group = DispatchGroup()
            group.enter()
            group.enter()
            let now = DispatchTime.now()
            queue.asyncAfter(deadline: now + .microseconds(30)) {
                story.tell("late"); group.leave()
            }
            litmusDelay()
            queue.asyncAfter(deadline: now + .microseconds(1)) {
                story.tell("early"); group.leave()
            }
            group.wait()
            return story.text
        },
        Litmus("a delayed item runs after items submitted before its time, if that is soon enough", ["now later", "later now"]) {
            let story = Story(), queue = DispatchQueue(label: "serial"), group = DispatchGroup()
            group.enter()
            queue.asyncAfter(deadline: .now() + .milliseconds(4)) {
                story.tell("later"); group.leave()
            }
            queue.sync { story.tell("now") }
            group.wait()
            return story.text
        },
        Litmus("concurrentPerform returns when all iterations have ended", interleavings([["0"], ["1"], ["2"]]).mapSet { $0 + " all" }) {
            let story = Story()
            DispatchQueue.concurrentPerform(iterations: 3) { index in
                litmusDelay()
                story.tell("\(index)")
            }
            story.tell("all")
            return story.text
        },
        Litmus("an item can read on which queue it runs", ["photos none"]) {
            let key = DispatchSpecificKey<String>(), queue = DispatchQueue(label: "photos")
            queue.setSpecific(key: key, value: "photos")
            let inside = queue.sync { DispatchQueue.getSpecific(key: key) }
            return "\(inside ?? "none") \(DispatchQueue.getSpecific(key: key) ?? "none")"
        },
        Litmus("an item reads the values of its own queue, not of the queue that waits for it", ["none photos"]) {
            let key = DispatchSpecificKey<String>(), outer = DispatchQueue(label: "photos"), inner = DispatchQueue(label: "journal")
            outer.setSpecific(key: key, value: "photos")
            return outer.sync {
                let inside = inner.sync {
                    dispatchPrecondition(condition: .onQueue(outer))
                    return DispatchQueue.getSpecific(key: key)
                }
                return "\(inside ?? "none") \(DispatchQueue.getSpecific(key: key) ?? "none")"
            }
        },
    ]
}

extension Set {
    fileprivate func mapSet(_ change: (Element) -> Element) -> Set { Set(map(change)) }
}
