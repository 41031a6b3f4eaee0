/// Programs whose mistake lies between two steps that are each protected, or in what a library does
/// not promise.
extension ExplainedProgram {
    static let cancelledSearch = ExplainedProgram(
        description: "a work item that is cancelled before it starts, on a serial queue",
        text: """
            import Dispatch

            let search = DispatchQueue(label: "search")
            var pending: DispatchWorkItem?

            func userTyped(_ text: String) {
                pending?.cancel()
                let item = DispatchWorkItem { print("searching for \\(text)") }
                pending = item
                search.async(execute: item)
            }

            userTyped("s")
            userTyped("sw")
            search.sync {}

            """)

    static let lockedWrapper = ExplainedProgram(
        description: "a property wrapper that locks each access, and +=",
        text: """
            import Foundation

            @propertyWrapper
            final class Locked<Value> {
                private var value: Value
                private let lock = NSLock()
                init(wrappedValue: Value) { value = wrappedValue }
                var wrappedValue: Value {
                    get { lock.lock(); defer { lock.unlock() }; return value }
                    set { lock.lock(); defer { lock.unlock() }; value = newValue }
                }
            }

            class Game {
                @Locked var points = 0
            }

            let game = Game()
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                game.points += 10
            }
            print("points:", game.points)

            """)

    static let cacheOfImages = ExplainedProgram(
        description: "an actor that downloads twice",
        text: """
            actor ImageCache {
                private var cache: [String: String] = [:]
                private(set) var downloads = 0

                func image(_ url: String) async -> String {
                    if let hit = cache[url] { return hit }
                    let image = await download(url)
                    cache[url] = image
                    return image
                }
                private func download(_ url: String) async -> String {
                    downloads += 1
                    await Task.yield()
                    return "image of \\(url)"
                }
            }

            let cache = ImageCache()
            await withTaskGroup(of: Void.self) { group in
                for _ in 1...2 { group.addTask { _ = await cache.image("cat.png") } }
            }
            print("downloads:", await cache.downloads)

            """)

    static let patientWait = ExplainedProgram(
        description: "a wait with a deadline, in a loop",
        text: """
            import Foundation
            let condition = NSCondition()
            var ready = false
            Thread.detachNewThread {
                condition.withLock { ready = true; condition.signal() }
            }
            condition.lock()
            while !ready {
                if !condition.wait(until: Date(timeIntervalSinceNow: 0.5)) { print("still waiting") }
            }
            condition.unlock()
            print("ready")

            """)

    static let pagesInOrder = ExplainedProgram(
        description: "results of a task group, expected in the order of addTask",
        text: """
            func render(_ page: Int) async -> String { "page \\(page)" }

            func scenario() async -> [String] {
                await withTaskGroup(of: String.self) { group in
                    for page in 1...2 {
                        group.addTask { await render(page) }
                    }
                    var book: [String] = []
                    for await page in group { book.append(page) }
                    return book
                }
            }
            func allowed(_ book: [String]) -> Bool { book == ["page 1", "page 2"] }

            """)

    static let twoVaults = ExplainedProgram(
        description: "two actors that are read one after the other",
        text: """
            actor Vault {
                private(set) var gold: Int
                init(gold: Int) { self.gold = gold }
                func add(_ n: Int) { gold += n }
                func remove(_ n: Int) { gold -= n }
            }

            func scenario() async -> Int {
                let london = Vault(gold: 60), paris = Vault(gold: 40)
                let mover = Task {
                    await london.remove(10)
                    await paris.add(10)
                }
                let total = await london.gold + paris.gold
                await mover.value
                return total
            }
            func allowed(_ total: Int) -> Bool { total == 100 }

            """)

    static let twoLocks = ExplainedProgram(
        description: "two variables, each with a lock of its own",
        text: """
            import Foundation

            final class Bank: @unchecked Sendable {
                private let checking = NSLock(), saving = NSLock()
                private var current = 100, saved = 0
                func save(_ n: Int) {
                    checking.withLock { current -= n }
                    saving.withLock { saved += n }
                }
                var total: Int {
                    let one = checking.withLock { current }
                    let other = saving.withLock { saved }
                    return one + other
                }
            }

            func scenario() -> Int {
                let bank = Bank(), group = DispatchGroup()
                DispatchQueue.global().async(group: group) { bank.save(30) }
                let total = bank.total
                group.wait()
                return total
            }
            func allowed(_ sum: Int) -> Bool { sum == 100 }

            """)

    static let openedWithoutLock = ExplainedProgram(
        description: "a signal without the lock, between a check and the sleep",
        text: """
            import Foundation

            final class Door: @unchecked Sendable {
                private let condition = NSCondition()
                private var isOpen = false

                func open() {
                    isOpen = true
                    condition.signal()
                }
                func waitUntilOpen() {
                    condition.lock()
                    while !isOpen { condition.wait() }
                    condition.unlock()
                }
            }

            func scenario() {
                let door = Door(), visitor = DispatchGroup()
                DispatchQueue.global().async(group: visitor) { door.waitUntilOpen() }
                door.open()
                visitor.wait()
            }

            """)

    static let barrierOfOperations = ExplainedProgram(
        description: "a barrier block of an operation queue without operations",
        text: """
            import Foundation

            func scenario() -> String {
                let queue = OperationQueue()
                nonisolated(unsafe) var story = ""
                queue.addOperation { story += "once" }
                queue.addBarrierBlock { story += "." }
                queue.waitUntilAllOperationsAreFinished()
                return story
            }

            """)

    static let pipeline = ExplainedProgram(
        description: "operations that need the results of each other",
        text: """
            import Foundation

            nonisolated(unsafe) var text = "hello"
            let queue = OperationQueue()
            queue.addOperation { text = text.uppercased() }
            queue.addOperation { text += "!" }
            queue.waitUntilAllOperationsAreFinished()
            print(text)

            """)

    static let cells = ExplainedProgram(
        description: "two elements of an array, written at the same time",
        text: """
            import Dispatch

            final class Grid: @unchecked Sendable {
                var cells = [0, 0]
            }

            func scenario() -> [Int] {
                let grid = Grid()
                DispatchQueue.concurrentPerform(iterations: 2) { i in
                    grid.cells[i] = i + 1
                }
                return grid.cells
            }

            """)

    static let pointerElements = ExplainedProgram(
        description: "one element behind a pointer, written at the same time",
        text: """
            import Dispatch

            final class Grid: @unchecked Sendable {
                let cells = UnsafeMutablePointer<Int>.allocate(capacity: 2)
            }

            func scenario() -> Int {
                let grid = Grid()
                DispatchQueue.concurrentPerform(iterations: 2) { i in
                    grid.cells[0] = i + 1
                }
                return grid.cells[0]
            }

            """)

    static let sharedLocal = ExplainedProgram(
        description: "a local variable that two blocks share",
        text: """
            import Dispatch

            func scenario() -> Int {
                var visitors = 0, tickets = 2
                let group = DispatchGroup()
                for _ in 0..<tickets {
                    DispatchQueue.global().async(group: group) { visitors += 1 }
                }
                group.wait()
                tickets -= visitors
                return tickets
            }

            """)
}
