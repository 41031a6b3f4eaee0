import Dispatch
import Foundation

/// The final release of an object runs its `deinit`.
extension Litmus {
    static let ofLastOwners: [Litmus] = [
        Litmus("an object that a block shares is deinitialized on the thread of the final release", ["block", "main"]) {
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
            "an object's deinit runs at the final release: before, between or after the steps of other threads",
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
        Litmus("any of three queues and a function can make the final release of an object", ["a", "b", "c", ""]) {
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
        Litmus("an item that is cancelled meanwhile runs or not, and counts as ended either way", ["n", "item n"]) {
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
        Litmus("a weak reference still leads to its object, or not, even if the object's memory is reused", ["gone", "there"]) {
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
        Litmus("calling perform() on a cancelled item does nothing, however often", ["done"]) {
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
