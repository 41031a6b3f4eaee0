import Dispatch
import Foundation
import Synchronization

extension Litmus {
    /// What waits for one thing and depends on another too: items that are cancelled while they lie in their queue, waits that give up.
    public static let ofWaiting: [Litmus] = [
        Litmus("an item behind another is cancelled before it begins, or too late", ["a", "a b"]) {
            let story = Story(), queue = DispatchQueue(label: "serial"), group = DispatchGroup()
            let second = DispatchWorkItem { story.tell("b") }
            queue.async(group: group) { story.tell("a") }
            queue.async(group: group, execute: second)
            litmusDelay()
            second.cancel()
            group.wait()
            return story.text
        },
        Litmus("of two items that are cancelled in their order, any may run", ["", "a", "b", "a b"]) { cancelled(inOrder: true) },
        Litmus("of two items that are cancelled in the other order, the second does not run without the first", ["", "a", "a b"]) {
            cancelled(inOrder: false)
        },
        Litmus("items of two queues with one target, cancelled, any may run", ["", "a", "b", "a b"]) {
            let story = Story(), base = DispatchQueue(label: "base"), group = DispatchGroup()
            let items = ["a", "b"].map { word in DispatchWorkItem { story.tell(word) } }
            for (number, item) in items.enumerated() {
                DispatchQueue(label: "\(number)", target: base).async(group: group, execute: item)
            }
            for item in items {
                litmusDelay()
                item.cancel()
            }
            group.wait()
            return story.text
        },
        Litmus("an item that reads whether it was cancelled may be asked before, while and after", ["", "no", "yes"]) {
            let story = Story(), queue = DispatchQueue(label: "serial"), group = DispatchGroup()
            nonisolated(unsafe) var item: DispatchWorkItem?
            item = DispatchWorkItem { story.tell(item?.isCancelled == true ? "yes" : "no") }
            queue.async(group: group) { litmusDelay() }
            if let item { queue.async(group: group, execute: item) }
            litmusDelay()
            item?.cancel()
            group.wait()
            item = nil
            return story.text
        },
        Litmus("a wait for a group gives up though what the group waits for has been done", ["0 early", "0 there", "1 early", "1 there"]) {
            let group = DispatchGroup(), number = Number()
            DispatchQueue.global().async(group: group) {
                number.value.store(1, ordering: .sequentiallyConsistent)
                litmusDelay()
            }
            return waitShortly(for: group, number)
        },
        Litmus("a wait for a group gives up before the one that is about to leave it", ["0 early", "0 there", "1 early", "1 there"]) {
            let group = DispatchGroup(), number = Number()
            group.enter()
            DispatchQueue.global().async {
                number.value.store(1, ordering: .sequentiallyConsistent)
                litmusDelay()
                group.leave()
            }
            return waitShortly(for: group, number)
        },
        Litmus("what an item of a queue starts for later may come before or behind what others hand over", ["a b", "b a"]) {
            let story = Story(), queue = DispatchQueue(label: "serial"), group = DispatchGroup()
            group.enter()
            queue.async {
                queue.asyncAfter(deadline: .now() + .microseconds(10)) {
                    story.tell("a")
                    group.leave()
                }
            }
            litmusDelay()
            queue.async(group: group) { story.tell("b") }
            group.wait()
            return story.text
        },
        Litmus("operations of a queue of width one are looked at while they wait", ["0 0", "0 1", "1 0", "1 1"]) {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let operations = [BlockOperation {}, BlockOperation {}]
            for operation in operations { queue.addOperation(operation) }
            let seen = operations.map { operation in
                litmusDelay()
                return operation.isFinished ? "1" : "0"
            }
            queue.waitUntilAllOperationsAreFinished()
            return seen.joined(separator: " ")
        },
        Litmus(
            "who waits for a signal for some time only may give up before it comes, and find that all is ready",
            ["ready at once", "in time, ready", "timed out, ready", "timed out, not ready"]
        ) {
            let condition = NSCondition(), group = DispatchGroup(), state = Readiness()
            DispatchQueue.global().async(group: group) {
                condition.lock()
                if !state.isReady {
                    let isInTime = condition.wait(until: Date(timeIntervalSinceNow: 0.000_02))
                    state.text = "\(isInTime ? "in time" : "timed out"), \(state.isReady ? "ready" : "not ready")"
                }
                condition.unlock()
            }
            litmusDelay()
            condition.lock()
            state.isReady = true
            litmusDelay()
            condition.signal()
            condition.unlock()
            group.wait()
            return state.text
        },
    ]

    private final class Readiness: @unchecked Sendable {
        var isReady = false, text = "ready at once"
    }

    private final class Number: Sendable {
        let value = Atomic<Int>(0)
    }

    private static func waitShortly(for group: DispatchGroup, _ number: Number) -> String {
        litmusDelay()
        let seen = number.value.load(ordering: .sequentiallyConsistent)
        let isThere = group.wait(timeout: .now() + .microseconds(10)) == .success
        group.wait()
        return "\(seen) \(isThere ? "there" : "early")"
    }

    private static func cancelled(inOrder: Bool) -> String {
        let story = Story(), queue = DispatchQueue(label: "serial"), group = DispatchGroup()
        let items = ["a", "b"].map { word in DispatchWorkItem { story.tell(word) } }
        for item in items { queue.async(group: group, execute: item) }
        for item in inOrder ? items : items.reversed() {
            litmusDelay()
            item.cancel()
        }
        group.wait()
        return story.text
    }
}
