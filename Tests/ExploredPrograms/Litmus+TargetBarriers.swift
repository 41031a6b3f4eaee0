import Dispatch

/// Barriers on concurrent queues with a target queue.
///
/// A barrier runs alone on its own queue only. It is not passed to the target itself. Its queue
/// takes a turn there, and the barrier runs in it once the earlier items of its queue have ended.
extension Litmus {
    static let ofTargetBarriers: [Litmus] = [
        Litmus("a barrier runs alone on its queue, whose target is concurrent", ["a b w c", "b a w c"]) {
            let stack = Stack(.concurrent)
            for name in ["a", "b"] {
                stack.queue.async(group: stack.group) {
                    litmusDelay(); stack.story.tell(name)
                }
            }
            stack.queue.async(group: stack.group, flags: .barrier) {
                litmusDelay(); stack.story.tell("w")
            }
            stack.queue.async(group: stack.group) { stack.story.tell("c") }
            return stack.end()
        },
        Litmus("a barrier does not block its concurrent target", interleavings([["w1", "w2"], ["x"]])) {
            let stack = Stack(.concurrent)
            stack.queue.async(group: stack.group, flags: .barrier) {
                litmusDelay()
                stack.story.tell("w1")
                litmusDelay()
                stack.story.tell("w2")
            }
            stack.target.async(group: stack.group) {
                litmusDelay(); stack.story.tell("x")
            }
            return stack.end()
        },
        Litmus("a barrier of the target waits for the barriers of its queues", ["w1 w2 x y1 y2", "w1 w2 y1 y2 x"]) {
            let stack = Stack(.concurrent)
            stack.queue.async(group: stack.group, flags: .barrier) {
                stack.story.tell("w1")
                litmusDelay()
                stack.story.tell("w2")
            }
            stack.target.async(group: stack.group, flags: .barrier) {
                litmusDelay(); stack.story.tell("x")
            }
            stack.queue.async(group: stack.group, flags: .barrier) {
                stack.story.tell("y1")
                litmusDelay()
                stack.story.tell("y2")
            }
            return stack.end()
        },
        Litmus("barriers of two queues with one concurrent target can overlap", interleavings([["v1", "v2"], ["w1", "w2"]])) {
            let stack = Stack(.concurrent)
            for (name, queue) in [("v", stack.queue), ("w", stack.another())] {
                queue.async(group: stack.group, flags: .barrier) {
                    litmusDelay()
                    stack.story.tell(name + "1")
                    litmusDelay()
                    stack.story.tell(name + "2")
                }
            }
            return stack.end()
        },
        Litmus("a barrier on a queue with a serial target runs in its turn, with all later items of its queue", ["a w c x"]) {
            let stack = Stack([])
            stack.target.suspend()
            stack.queue.async(group: stack.group) { stack.story.tell("a") }
            stack.queue.async(group: stack.group, flags: .barrier) { stack.story.tell("w") }
            stack.target.async(group: stack.group) { stack.story.tell("x") }
            stack.queue.async(group: stack.group) { stack.story.tell("c") }
            stack.target.resume()
            return stack.end()
        },
        Litmus("items between two barriers run in the same turn, and so does the second barrier", ["v c w x"]) {
            let stack = Stack([])
            stack.target.suspend()
            stack.queue.async(group: stack.group, flags: .barrier) { stack.story.tell("v") }
            stack.queue.async(group: stack.group) { stack.story.tell("c") }
            stack.queue.async(group: stack.group, flags: .barrier) { stack.story.tell("w") }
            stack.target.async(group: stack.group) { stack.story.tell("x") }
            stack.target.resume()
            return stack.end()
        },
        Litmus("two consecutive barriers run in one turn", ["v w x"]) {
            let stack = Stack([])
            stack.target.suspend()
            stack.queue.async(group: stack.group, flags: .barrier) { stack.story.tell("v") }
            stack.queue.async(group: stack.group, flags: .barrier) { stack.story.tell("w") }
            stack.target.async(group: stack.group) { stack.story.tell("x") }
            stack.target.resume()
            return stack.end()
        },
        Litmus("a barrier on a suspended queue is queued on the target from the moment the queue is resumed", ["x w c"]) {
            let stack = Stack([])
            stack.target.suspend()
            stack.queue.suspend()
            stack.queue.async(group: stack.group, flags: .barrier) { stack.story.tell("w") }
            stack.queue.async(group: stack.group) { stack.story.tell("c") }
            stack.target.async(group: stack.group) { stack.story.tell("x") }
            stack.queue.resume()
            stack.target.resume()
            return stack.end()
        },
        Litmus("a barrier on a queue at the end of a chain", ["a w c x"]) {
            let stack = Stack([]), between = stack.another()
            let queue = DispatchQueue(label: "upper", attributes: .concurrent, target: between)
            stack.target.suspend()
            queue.async(group: stack.group) { stack.story.tell("a") }
            queue.async(group: stack.group, flags: .barrier) { stack.story.tell("w") }
            queue.async(group: stack.group) { stack.story.tell("c") }
            stack.target.async(group: stack.group) { stack.story.tell("x") }
            stack.target.resume()
            return stack.end()
        },
        Litmus("an item that comes during such a turn runs in it or after it", ["w c x", "w x c"]) {
            let stack = Stack([])
            stack.target.suspend()
            stack.queue.async(group: stack.group, flags: .barrier) {
                litmusDelay()
                stack.story.tell("w")
                litmusDelay()
            }
            stack.target.async(group: stack.group) { stack.story.tell("x") }
            stack.target.resume()
            litmusDelay()
            stack.queue.async(group: stack.group) { stack.story.tell("c") }
            return stack.end()
        },
        Litmus("if the target has other queues too, a barrier waits for their turns", ["s1 s2 w1 w2", "w1 w2 s1 s2"]) {
            let stack = Stack([]), serial = DispatchQueue(label: "serial", target: stack.target)
            DispatchQueue.global().async(group: stack.group) {
                serial.async(group: stack.group) {
                    stack.story.tell("s1")
                    litmusDelay()
                    stack.story.tell("s2")
                }
            }
            litmusDelay()
            stack.queue.async(group: stack.group, flags: .barrier) {
                stack.story.tell("w1")
                litmusDelay()
                stack.story.tell("w2")
            }
            return stack.end()
        },
        Litmus("a barrier on a concurrent target waits for the items that its queues have passed on", ["a w", "w a"]) {
            let stack = Stack(.concurrent)
            DispatchQueue.global().async(group: stack.group) {
                stack.queue.async(group: stack.group) {
                    litmusDelay(); stack.story.tell("a")
                }
            }
            litmusDelay()
            stack.target.sync(flags: .barrier) { stack.story.tell("w") }
            return stack.end()
        },
        Litmus("a barrier submitted with sync waits for earlier items of its queue", ["a x w", "a w x", "x a w"]) {
            let stack = Stack(.concurrent)
            stack.queue.async(group: stack.group) {
                litmusDelay(); stack.story.tell("a")
            }
            stack.target.async(group: stack.group) {
                litmusDelay(); stack.story.tell("x")
            }
            stack.queue.sync(flags: .barrier) { stack.story.tell("w") }
            return stack.end()
        },
        Litmus("a barrier submitted with sync, with a serial target", ["a x w"]) {
            let stack = Stack([])
            stack.queue.async(group: stack.group) {
                litmusDelay(); stack.story.tell("a")
            }
            stack.target.async(group: stack.group) {
                litmusDelay(); stack.story.tell("x")
            }
            stack.queue.sync(flags: .barrier) { stack.story.tell("w") }
            return stack.end()
        },
        Litmus("on a concurrent target with barriers, a queue's turn comes before a later barrier", ["a w"]) {
            let stack = Stack(.concurrent), upper = DispatchQueue(label: "upper", target: stack.queue)
            upper.async(group: stack.group) {
                litmusDelay(); stack.story.tell("a")
            }
            stack.queue.async(group: stack.group, flags: .barrier) { stack.story.tell("w") }
            return stack.end()
        },
    ]
}

/// A concurrent queue and its target.
private final class Stack: Sendable {
    let story = Story(), group = DispatchGroup()
    let target: DispatchQueue, queue: DispatchQueue

    init(_ attributes: DispatchQueue.Attributes) {
        target = DispatchQueue(label: "target", attributes: attributes)
        queue = DispatchQueue(label: "queue", attributes: .concurrent, target: target)
    }

    func another() -> DispatchQueue { DispatchQueue(label: "another", attributes: .concurrent, target: target) }

    func end() -> String {
        group.wait()
        return story.text
    }
}
