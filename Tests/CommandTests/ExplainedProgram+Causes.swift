/// Programs whose mistake has a cause that is easily confused with another.
extension ExplainedProgram {
    static let forcedOrder = ExplainedProgram(
        description: "an order that every execution has, before the one that matters",
        text: """
            import Dispatch
            import Synchronization

            func scenario() -> Int {
                let frame = Mutex(0), saved = Mutex(0)
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    frame.withLock { $0 = 1 }
                    DispatchQueue.global().async {
                        let n = frame.withLock { $0 }
                        saved.withLock { $0 = n }
                    }
                }
                group.wait()
                return saved.withLock { $0 }
            }
            func allowed(_ saved: Int) -> Bool { saved == 1 }

            """)

    static let completionBlock = ExplainedProgram(
        description: "a completion block that comes after the wait",
        text: #"""
            import Foundation
            import Synchronization

            final class Render: Operation, @unchecked Sendable {
                let frame = Mutex<String?>(nil)
                override func main() {
                    if isCancelled { return }
                    frame.withLock { $0 = "frame" }
                }
            }

            func scenario() -> String {
                let saved = Mutex<[String]>([])
                let queue = OperationQueue()
                let render = Render()
                render.completionBlock = { [unowned render] in
                    if let frame = render.frame.withLock({ $0 }) { saved.withLock { $0.append(frame) } }
                }
                queue.addOperation(render)
                queue.waitUntilAllOperationsAreFinished()
                return "saved \(saved.withLock { $0.count })"
            }
            func allowed(_ text: String) -> Bool { text == "saved 1" }

            """#)

    static let distantFuture = ExplainedProgram(
        description: "a wait until the distant future",
        text: """
            import Foundation

            enum Stage { static let empty = 0, raw = 1, developed = 2 }

            final class Darkroom: @unchecked Sendable {
                private let state = NSConditionLock(condition: Stage.empty)
                private var film = ""

                func shoot(_ subject: String) {
                    state.lock(whenCondition: Stage.empty)
                    film = subject
                    state.unlock(withCondition: Stage.raw)
                }
                func develop() {
                    state.lock(whenCondition: Stage.raw)
                    film = film.uppercased()
                    state.unlock(withCondition: Stage.developed)
                }
                func print_() -> String {
                    state.lock(whenCondition: Stage.developed)
                    defer { state.unlock(withCondition: Stage.empty) }
                    return film
                }
            }

            func scenario() -> [String] {
                let room = Darkroom()
                Thread.detachNewThread { for subject in ["cat", "dog"] { room.shoot(subject) } }
                Thread.detachNewThread { for _ in 0..<2 { room.develop() } }
                return [room.print_(), room.print_()]
            }
            func allowed(_ prints: [String]) -> Bool { prints == ["CAT", "DOG"] }

            """)

    static let notifyBeforeEnter = ExplainedProgram(
        description: "notify() of a group that is entered later",
        text: """
            import Foundation
            func scenario() -> [String] {
                let group = DispatchGroup()
                let log = NSMutableArray()
                let queue = DispatchQueue(label: "log")
                let all = DispatchSemaphore(value: 0)
                group.notify(queue: queue) { log.add("all done"); all.signal() }
                group.enter()
                queue.async { log.add("download"); group.leave() }
                all.wait()
                return queue.sync { log.compactMap { $0 as? String } }
            }
            func allowed(_ log: [String]) -> Bool { log.last == "all done" && log.count == 2 }

            """)

    static let syncInFront = ExplainedProgram(
        description: "two threads that wait for one queue",
        text: """
            import Dispatch
            let queue = DispatchQueue(label: "total")
            nonisolated(unsafe) var total = 0
            queue.sync {
                DispatchQueue.concurrentPerform(iterations: 2) { i in
                    queue.sync { total += i }
                }
            }
            print(total)

            """)

    static let waitWithLock = ExplainedProgram(
        description: "a semaphore that is waited for with a lock",
        text: """
            import Foundation
            let lock = NSLock()
            let items = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var buffer: [Int] = []
            let producer = Thread {
                lock.lock()
                buffer.append(1)
                lock.unlock()
                items.signal()
            }
            producer.start()
            lock.lock()
            items.wait()
            print(buffer.removeFirst())
            lock.unlock()

            """)

    static let reusedValue = ExplainedProgram(
        description: "a value that comes back between load and exchange",
        text: """
            import Dispatch
            import Synchronization

            // Money moved between two jars; `top` says which jar is next. 1 -> 2 -> 1 in between goes unseen.
            final class State: Sendable {
                let current = Atomic<Int>(1)
                let label = Atomic<Int>(10)
            }
            func scenario() -> Bool {
                let s = State()
                let ok = Atomic<Bool>(true)
                DispatchQueue.concurrentPerform(iterations: 2) { i in
                    if i == 0 {
                        let seen = s.current.load(ordering: .sequentiallyConsistent)
                        let label = s.label.load(ordering: .sequentiallyConsistent)
                        if s.current.compareExchange(expected: seen, desired: 3, ordering: .sequentiallyConsistent).exchanged {
                            if s.label.load(ordering: .sequentiallyConsistent) != label { ok.store(false, ordering: .relaxed) }
                        }
                    } else if s.current.compareExchange(expected: 1, desired: 2, ordering: .sequentiallyConsistent).exchanged {
                        s.label.store(20, ordering: .sequentiallyConsistent)
                        s.current.store(1, ordering: .sequentiallyConsistent)
                    }
                }
                return ok.load(ordering: .relaxed)
            }
            func allowed(_ ok: Bool) -> Bool { ok }

            """)

    static let looseOperations = ExplainedProgram(
        description: "operations in need of a dependency",
        text: """
            import Foundation
            import Synchronization

            let photos = Mutex<[String]>([])
            let thumbnails = Mutex<[String]>([])

            let queue = OperationQueue()
            let download = BlockOperation {
                photos.withLock { $0.append("cat.jpg") }
            }
            let shrink = BlockOperation {
                let name = photos.withLock { $0[0] }
                thumbnails.withLock { $0.append("small-" + name) }
            }
            download.queuePriority = .veryHigh      // surely first?
            queue.addOperations([download, shrink], waitUntilFinished: true)
            print(thumbnails.withLock { $0 })

            """)

    static let declaredTooLate = ExplainedProgram(
        description: "top-level let below its first use",
        text: """
            import Foundation

            func greet() {
                for _ in 0..<repetitions { print("hello") }
            }

            let ready = DispatchSemaphore(value: 0)
            let greeter = Thread {
                greet()
                ready.signal()
            }
            greeter.start()
            let repetitions = 2
            ready.wait()
            print("bye")

            """)

    static let lockInsideStruct = ExplainedProgram(
        description: "a lock inside a struct that is changed in place",
        text: """
            import Foundation
            struct Counter { let lock = NSLock(); var n = 0
                mutating func add() { lock.lock(); n += 1; lock.unlock() } }
            final class Shared: @unchecked Sendable { var counter = Counter() }
            func scenario() -> Int {
                let shared = Shared()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in shared.counter.add() }
                return shared.counter.n
            }

            """)

    static let halfChangedActor = ExplainedProgram(
        description: "an actor that is read between two changes",
        text: """
            actor Bank {
                var a = 100, b = 0
                func audit() -> Int { a + b }
                func log() async { await Task.yield() }
                func transfer(_ n: Int) async {
                    a -= n
                    await log()
                    b += n
                }
            }
            func scenario() async -> Int {
                let bank = Bank()
                async let t: Void = bank.transfer(10)
                let seen = await bank.audit()
                await t
                return seen
            }
            func allowed(_ seen: Int) -> Bool { seen == 100 }

            """)
}
