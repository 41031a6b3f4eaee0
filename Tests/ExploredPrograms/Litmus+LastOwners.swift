import Dispatch
import Foundation

/// Who lets go of an object last: that one runs its `deinit`.
extension Litmus {
    static let ofLastOwners: [Litmus] = [
        Litmus("an object that a block has too ends on the block's thread or on that of whoever lets go of it last", ["block", "main"]) {
            let ends = Ends(), group = DispatchGroup()
            var object: Ending? = Ending { ends.word = Thread.isMainThread ? "main" : "block" }
            DispatchQueue.global().async(group: group) { [object] in
                litmusDelay()
                _ = object
            }
            litmusDelay()
            if object != nil { object = nil }
            group.wait()
            return ends.word
        },
        Litmus(
            "an object's end comes when the last lets go: before, between or after what others do",
            ["end next mine", "end mine next", "next end mine", "mine end next"]
        ) {
            let story = Story(), queue = DispatchQueue(label: "serial"), group = DispatchGroup()
            var object: Ending? = Ending { story.tell("end") }
            queue.async(group: group) { [object] in
                litmusDelay()
                _ = object
            }
            queue.async(group: group) { story.tell("next") }
            litmusDelay()
            if object != nil { object = nil }
            litmusDelay()
            story.tell("mine")
            group.wait()
            return story.text
        },
        Litmus("of three queues and a function that let go of an object, any may be the last", ["a", "b", "c", ""]) {
            let ends = Ends(), group = DispatchGroup(), name = DispatchSpecificKey<String>()
            let queues = ["a", "b", "c"].map { word in
                let queue = DispatchQueue(label: word)
                queue.setSpecific(key: name, value: word)
                return queue
            }
            func share(_ object: Ending) {
                for queue in queues {
                    queue.async(group: group) {
                        litmusDelay()
                        _ = object
                    }
                }
            }
            share(Ending { ends.word = DispatchQueue.getSpecific(key: name) ?? "" })
            group.wait()
            return ends.word
        },
        Litmus("an item that is cancelled meanwhile is performed or not, and counts as ended either way", ["n", "item n"]) {
            let story = Story(), group = DispatchGroup(), item = DispatchWorkItem { story.tell("item") }
            group.enter()
            item.notify(queue: .global()) {
                story.tell("n")
                group.leave()
            }
            DispatchQueue.global().async(group: group) {
                litmusDelay()
                item.cancel()
            }
            litmusDelay()
            item.perform()
            group.wait()
            return story.text
        },
        Litmus("a weak reference still leads to its object, or not, whatever takes the object's memory then", ["gone", "there"]) {
            let ends = Ends(), queue = DispatchQueue(label: "serial")
            var object: Ending? = Ending {}
            queue.async { [weak object] in
                litmusDelay()
                ends.word = object == nil ? "gone" : "there"
            }
            litmusDelay()
            object = nil
            let next = Ending {}
            queue.sync { withExtendedLifetime(next) {} }
            return ends.word
        },
        Litmus("a cancelled item that is performed by hand does nothing, however often", ["done"]) {
            let item = DispatchWorkItem {}
            item.cancel()
            item.perform()
            item.perform()
            return "done"
        },
    ]

    private final class Ends: @unchecked Sendable { var word = "" }

    private final class Ending: @unchecked Sendable {
        private let say: () -> Void
        init(_ say: @escaping () -> Void) { self.say = say }
        deinit { say() }
    }
}
