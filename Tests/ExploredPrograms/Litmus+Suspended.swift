import Dispatch

/// Queues that are suspended and resumed, with targets and without.
extension Litmus {
    static let ofSuspended: [Litmus] = [
        Litmus("items that a concurrent queue has passed on begin though it is suspended afterwards", ["a x y", "x a y", "x y a"]) {
            let story = Story(), queue = DispatchQueue(label: "queue", attributes: .concurrent), group = DispatchGroup()
            queue.async(group: group) {
                litmusDelay(); story.tell("a")
            }
            queue.suspend()
            litmusDelay()
            story.tell("x")
            litmusDelay()
            story.tell("y")
            queue.resume()
            group.wait()
            return story.text
        },
        Litmus("a suspended queue takes no turn on its target", ["b a"]) {
            let chain = Chain()
            chain.target.suspend()
            chain.queue.suspend()
            chain.queue.async(group: chain.group) { chain.story.tell("a") }
            chain.target.async(group: chain.group) { chain.story.tell("b") }
            chain.queue.resume()
            return chain.end()
        },
        Litmus("a suspended queue does not block items of its target", ["b a"]) {
            let chain = Chain()
            chain.queue.suspend()
            chain.queue.async(group: chain.group) { chain.story.tell("a") }
            chain.target.sync { chain.story.tell("b") }
            chain.queue.resume()
            chain.group.wait()
            return chain.story.text
        },
        Litmus("a queue that is resumed before its turn keeps its place", ["a b"]) {
            let chain = Chain()
            chain.target.suspend()
            chain.queue.async(group: chain.group) { chain.story.tell("a") }
            chain.target.async(group: chain.group) { chain.story.tell("b") }
            chain.queue.suspend()
            chain.queue.resume()
            return chain.end()
        },
        Litmus("a queue that suspends itself goes to the end", ["a1 b a2"]) {
            let chain = Chain()
            chain.target.suspend()
            chain.queue.async(group: chain.group) {
                chain.story.tell("a1")
                chain.queue.suspend()
            }
            chain.queue.async(group: chain.group) { chain.story.tell("a2") }
            chain.target.async(group: chain.group) {
                chain.story.tell("b")
                chain.queue.resume()
            }
            return chain.end()
        },
        Litmus("items that a concurrent queue has passed on to its target run there, though the queue is suspended", ["a b"]) {
            let chain = Chain(.concurrent)
            chain.target.suspend()
            chain.queue.async(group: chain.group) { chain.story.tell("a") }
            chain.queue.suspend()
            chain.target.async { chain.story.tell("b") }
            chain.target.resume()
            chain.target.sync {}
            chain.queue.resume()
            return chain.story.text
        },
        Litmus("items of a suspended concurrent queue are queued on its target from the moment it is resumed", ["b a1 c a2"]) {
            let chain = Chain(.concurrent)
            chain.target.suspend()
            chain.queue.suspend()
            chain.queue.async(group: chain.group) { chain.story.tell("a1") }
            chain.target.async(group: chain.group) { chain.story.tell("b") }
            chain.queue.resume()
            chain.target.async(group: chain.group) { chain.story.tell("c") }
            chain.queue.async(group: chain.group) { chain.story.tell("a2") }
            return chain.end()
        },
        Litmus("a queue that is suspended at its turn loses its place", ["b x a", "x a b", "x b a"]) {
            let chain = Chain()
            chain.target.suspend()
            chain.queue.async(group: chain.group) { chain.story.tell("a") }
            chain.queue.suspend()
            chain.target.async(group: chain.group) {
                litmusDelay(); chain.story.tell("b")
            }
            chain.target.resume()
            litmusDelay()
            chain.story.tell("x")
            chain.queue.resume()
            chain.group.wait()
            return chain.story.text
        },
    ]
}

/// A queue and its serial target.
private final class Chain: Sendable {
    let story = Story(), group = DispatchGroup()
    let target = DispatchQueue(label: "target"), queue: DispatchQueue

    init(_ attributes: DispatchQueue.Attributes = []) { queue = DispatchQueue(label: "queue", attributes: attributes, target: target) }

    /// Resumes the target, and waits for all items.
    func end() -> String {
        target.resume()
        group.wait()
        return story.text
    }
}
