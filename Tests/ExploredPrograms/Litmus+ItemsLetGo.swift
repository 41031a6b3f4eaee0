import Dispatch

/// Work items that are released without having run: their notify blocks run.
extension Litmus {
    static let ofItemsLetGo: [Litmus] = [
        Litmus("a work item's notify block runs when the item is released without having run", ["a b n", "a n b"]) {
            let story = Story(), done = DispatchGroup()
            var item: DispatchWorkItem? = follow(by: "n", story, done) { story.tell("item") }
            story.tell("a")
            litmusDelay()
            if item != nil { item = nil }
            litmusDelay()
            story.tell("b")
            done.wait()
            return story.text
        },
        Litmus("the notify block of a cancelled item that has never run runs when the item is released", ["a n"]) {
            let story = Story(), done = DispatchGroup()
            var item: DispatchWorkItem? = follow(by: "n", story, done) { story.tell("item") }
            item?.cancel()
            litmusDelay()
            story.tell("a")
            item = nil
            done.wait()
            return story.text
        },
        Litmus("the notify block of a released item is submitted before the item's captures are released", ["n end"]) {
            let story = Story(), done = DispatchGroup(), queue = DispatchQueue(label: "serial")
            var farewell: Farewell? = Farewell {
                litmusDelay()
                queue.sync { story.tell("end") }
            }
            var item: DispatchWorkItem? = follow(by: "n", on: queue, story, done) { [farewell] in _ = farewell }
            farewell = nil
            litmusDelay()
            if item != nil { item = nil }
            done.wait()
            return story.text
        },
        Litmus("if several threads own an item, the final release submits its notify block", ["a b n", "b a n"]) {
            let story = Story(), done = DispatchGroup()
            var item: DispatchWorkItem? = follow(by: "n", story, done) { story.tell("item") }
            for word in ["a", "b"] {
                DispatchQueue.global().async { [item] in
                    litmusDelay()
                    story.tell(word)
                    _ = item
                }
            }
            item = nil
            done.wait()
            return story.text
        },
        Litmus("the notify block of an item that has run runs once, whichever thread releases the item", ["item n a"]) {
            let story = Story(), done = DispatchGroup()
            var item: DispatchWorkItem? = follow(by: "n", story, done) { story.tell("item") }
            item?.perform()
            done.wait()
            if item != nil { item = nil }
            litmusDelay()
            story.tell("a")
            return story.text
        },
        Litmus("a wait for an item's notify block times out, or the item was released in time", ["late", "in time"]) {
            let story = Story(), done = DispatchGroup()
            var item: DispatchWorkItem? = follow(by: "n", story, done) { story.tell("item") }
            DispatchQueue.global().async { [item] in
                litmusDelay()
                _ = item
            }
            item = nil
            litmusDelay()
            let result = done.wait(timeout: .now() + .microseconds(10))
            done.wait()
            return result == .success ? "in time" : "late"
        },
    ]

    /// An item, with a notify block that reports a word and leaves the group.
    private static func follow(
        by word: String, on queue: DispatchQueue = .global(), _ story: Story, _ done: DispatchGroup, _ work: @escaping () -> Void
    ) -> DispatchWorkItem {
        let item = DispatchWorkItem(block: work)
        done.enter()
        item.notify(queue: queue) {
            story.tell(word)
            done.leave()
        }
        return item
    }

    private final class Farewell: @unchecked Sendable {
        private let say: () -> Void
        init(_ say: @escaping () -> Void) { self.say = say }
        deinit { say() }
    }
}
