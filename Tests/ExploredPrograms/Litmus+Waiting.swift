import Dispatch
import Foundation
import Synchronization

extension Litmus {
    /// Waits that depend on more than one event: items that are cancelled while they are queued,
    /// waits that time out.
    public static let ofWaiting: [Litmus] = [
        Litmus("a queued item is cancelled before it begins, or too late", ["a", "a b"]) {
            let story = Story(), queue = DispatchQueue(label: "serial"), group = DispatchGroup()
            let second = DispatchWorkItem { story.tell("b") }
            queue.async(group: group) { story.tell("a") }
            queue.async(group: group, execute: second)
            litmusDelay()
            second.cancel()
            group.wait()
            return story.text
        },
        Litmus("of two items that are cancelled in their order, either can run", ["", "a", "b", "a b"]) { cancelled(inOrder: true) },
        Litmus("of two items that are cancelled in the other order, the second does not run without the first", ["", "a", "a b"]) {
            cancelled(inOrder: false)
        },
        Litmus("of cancelled items of two queues with one target, either can run", ["", "a", "b", "a b"]) {
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
        Litmus("an item checks its cancellation, which can come before, during or after its run", ["", "no", "yes"]) {
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
        Litmus("a wait for a group times out though the group's work has been done", ["0 early", "0 there", "1 early", "1 there"]) {
            let group = DispatchGroup(), number = Number()
            DispatchQueue.global().async(group: group) {
                number.value.store(1, ordering: .sequentiallyConsistent)
                litmusDelay()
            }
            return waitShortly(for: group, number)
        },
        Litmus("a wait for a group times out before the last leave", ["0 early", "0 there", "1 early", "1 there"]) {
            let group = DispatchGroup(), number = Number()
            group.enter()
            DispatchQueue.global().async {
                number.value.store(1, ordering: .sequentiallyConsistent)
                litmusDelay()
                group.leave()
            }
            return waitShortly(for: group, number)
        },
        Litmus("an item submitted by a queue's item comes before or after items of other threads", ["a b", "b a"]) {
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
        Litmus("the operations of a serial operation queue are counted while they wait", ["0 0", "0 1", "1 0", "1 1"]) {
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
            "a timed wait for a signal can time out, and the thread then still finds the state ready",
            ["ready immediately", "in time, ready", "timed out, ready", "timed out, not ready"]
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
        var isReady = false, text = "ready immediately"
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
