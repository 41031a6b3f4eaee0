import Dispatch

/// Work items that are let go without having run: what was to follow them follows.
extension Litmus {
    static let ofItemsLetGo: [Litmus] = [
        Litmus("what follows an item comes when the item is let go, though it has never run", ["a b n", "a n b"]) {
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
        Litmus("what follows a cancelled item that has never run comes when it is let go", ["a n"]) {
            let story = Story(), done = DispatchGroup()
            var item: DispatchWorkItem? = follow(by: "n", story, done) { story.tell("item") }
            item?.cancel()
            litmusDelay()
            story.tell("a")
            item = nil
            done.wait()
            return story.text
        },
        Litmus("what follows an item that is let go is handed over before what the item has captured comes to its end", ["n end"]) {
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
        Litmus("of several who have an item the last to let go of it has it followed", ["a b n", "b a n"]) {
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
        Litmus("what follows an item that has run follows once, whoever lets go of it then", ["item n a"]) {
            let story = Story(), done = DispatchGroup()
            var item: DispatchWorkItem? = follow(by: "n", story, done) { story.tell("item") }
            item?.perform()
            done.wait()
            if item != nil { item = nil }
            litmusDelay()
            story.tell("a")
            return story.text
        },
        Litmus("a wait for what follows an item gives up, or the item was let go in time", ["late", "in time"]) {
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

    /// An item, and a block behind it that tells a word and leaves the group.
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
