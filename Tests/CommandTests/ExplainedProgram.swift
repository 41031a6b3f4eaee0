/// Programs with one mistake each, for which an explanation is expected.
struct ExplainedProgram: Sendable, CustomStringConvertible {
    var description: String
    var text: String

    static let sharedCondition = ExplainedProgram(
        description: "one condition for two kinds of waiting",
        text: """
            import Foundation

            final class Buffer: @unchecked Sendable {
                private let condition = NSCondition()
                private var items: [Int] = []
                private let capacity = 1

                func put(_ item: Int) {
                    condition.lock()
                    while items.count == capacity { condition.wait() }
                    items.append(item)
                    condition.signal()
                    condition.unlock()
                }
                func take() -> Int {
                    condition.lock()
                    while items.isEmpty { condition.wait() }
                    let item = items.removeFirst()
                    condition.signal()
                    condition.unlock()
                    return item
                }
            }

            func scenario() {
                let buffer = Buffer(), group = DispatchGroup()
                for number in 0..<2 {
                    for work in [{ buffer.put(number) }, { _ = buffer.take() }] {
                        group.enter()
                        Thread { work(); group.leave() }.start()
                    }
                }
                group.wait()
            }

            """)

    static let earlySignal = ExplainedProgram(
        description: "a signal that can come before the wait",
        text: """
            import Foundation

            func scenario() {
                let condition = NSCondition()
                Thread {
                    condition.withLock { condition.signal() }
                }.start()
                condition.lock()
                condition.wait()
                condition.unlock()
            }

            """)

    static let forgottenLeave = ExplainedProgram(
        description: "a leave() that an early return skips",
        text: """
            import Dispatch

            func download(_ name: String, completion: @escaping (String?) -> Void) {
                DispatchQueue.global().async {
                    completion(name.hasPrefix("bad") ? nil : name)
                }
            }
            func scenario() {
                let downloads = DispatchGroup()
                for name in ["good", "bad"] {
                    downloads.enter()
                    download(name) { text in
                        guard text != nil else { return }
                        downloads.leave()
                    }
                }
                downloads.wait()
            }

            """)

    static let twoEnters = ExplainedProgram(
        description: "two calls of enter(), one leave()",
        text: """
            import Dispatch

            func scenario() {
                let group = DispatchGroup(), queue = DispatchQueue(label: "work")
                group.enter()
                queue.async { group.leave() }
                group.enter()
                queue.async {}
                group.wait()
            }

            """)

    static let neverTold = ExplainedProgram(
        description: "a group that is never empty, and a notify() that waits for that",
        text: """
            import Dispatch

            func scenario() -> String {
                let group = DispatchGroup(), queue = DispatchQueue(label: "work")
                nonisolated(unsafe) var words = "never told"
                group.enter()
                queue.async {}
                group.notify(queue: queue) { words = "told" }
                queue.sync {}
                return words
            }
            func allowed(_ words: String) -> Bool { words == "told" }

            """)

    static let ownQueue = ExplainedProgram(
        description: "sync on the current queue, and a thread that waits for that",
        text: """
            import Dispatch

            func scenario() {
                let queue = DispatchQueue(label: "cache")
                queue.async {
                    queue.sync {}
                }
                queue.sync {}
            }

            """)

    static let nestedRead = ExplainedProgram(
        description: "a barrier between two reads of one task",
        text: """
            import Dispatch

            final class Album: @unchecked Sendable {
                private let queue = DispatchQueue(label: "album", attributes: .concurrent)
                private var photos = 0

                var count: Int { queue.sync { photos } }
                var twice: Int { queue.sync { count + count } }
                func add() { queue.async(flags: .barrier) { self.photos += 1 } }
            }

            func scenario() -> Int {
                let album = Album(), group = DispatchGroup()
                DispatchQueue.global().async(group: group) { album.add() }
                let twice = album.twice
                group.wait()
                return twice
            }

            """)

    static let mainQueue = ExplainedProgram(
        description: "the main thread waits for work on the main queue",
        text: """
            import Dispatch

            func scenario() {
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.main.async { done.signal() }
                done.wait()
            }

            """)

    static let mainActor = ExplainedProgram(
        description: "the main thread waits for work on the main actor",
        text: """
            import Dispatch

            func scenario() {
                let done = DispatchSemaphore(value: 0)
                Task { @MainActor in done.signal() }
                done.wait()
            }

            """)

    static let mutexAgain = ExplainedProgram(
        description: "a Mutex acquired again by its holder",
        text: """
            import Synchronization

            final class Counter: Sendable {
                private let value = Mutex(0)
                var total: Int { value.withLock { $0 } }
                func increment() { value.withLock { $0 = total + 1 } }
            }
            func scenario() -> Int {
                let counter = Counter()
                counter.increment()
                return counter.total
            }

            """)
}
