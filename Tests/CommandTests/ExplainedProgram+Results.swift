/// Programs whose results are explained.
extension ExplainedProgram {
    static let sleptLongEnough = ExplainedProgram(
        description: "sleeps as long as the other surely takes",
        text: """
            import Foundation

            final class Result: @unchecked Sendable { var value = 0 }

            func scenario() -> Int {
                let result = Result()
                DispatchQueue.global().async { result.value = 42 }
                sleep(1)
                return result.value
            }
            func allowed(_ result: Int) -> Bool { result == 42 }

            """)

    static let allowedRace = ExplainedProgram(
        description: "a race that no interleaving shows",
        text: """
            import Foundation
            import Synchronization

            final class Letter: @unchecked Sendable {
                var text = 0
                let isReady = Atomic(false)
            }

            func scenario() -> Int {
                let letter = Letter()
                Thread {
                    letter.text = 42
                    letter.isReady.store(true, ordering: .relaxed)
                }.start()
                return letter.isReady.load(ordering: .relaxed) ? letter.text : -1
            }
            func allowed(_ text: Int) -> Bool { text == 42 || text == -1 }

            """)

    static let atomicCheckThenAct = ExplainedProgram(
        description: "an atomic check, and then an atomic addition",
        text: """
            import Foundation
            import Synchronization

            final class Office: Sendable {
                let sold = Atomic(0)
                func sell() {
                    guard sold.load(ordering: .relaxed) < 1 else { return }
                    sold.add(1, ordering: .relaxed)
                }
            }

            func scenario() -> Int {
                let office = Office()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in office.sell() }
                return office.sold.load(ordering: .relaxed)
            }
            func allowed(_ sold: Int) -> Bool { sold == 1 }

            """)

    static let singleton = ExplainedProgram(
        description: "a singleton that is created twice",
        text: """
            import Dispatch

            final class Library {
                nonisolated(unsafe) static var made = 0
                nonisolated(unsafe) private static var existing: Library?

                static var shared: Library {
                    if existing == nil { existing = Library() }
                    return existing ?? Library()
                }
                private init() { Library.made += 1 }
            }

            func scenario() -> Bool {
                nonisolated(unsafe) var found: [Library?] = [nil, nil]
                let one = DispatchQueue(label: "one"), two = DispatchQueue(label: "two"), group = DispatchGroup()
                nonisolated(unsafe) var first: Library?, second: Library?
                one.async(group: group) { first = Library.shared }
                two.async(group: group) { second = Library.shared }
                group.wait()
                found = [first, second]
                return found[0] === found[1]
            }
            func allowed(_ isSame: Bool) -> Bool { isSame }

            """)

    static let oddResults = ExplainedProgram(
        description: "results with commas and zeros in them",
        text: """
            import Foundation

            final class Pair: @unchecked Sendable {
                var one = 0
                var other = 0
            }

            func scenario() -> String {
                let pair = Pair()
                let thread = DispatchQueue(label: "writer"), group = DispatchGroup()
                thread.async(group: group) {
                    pair.one = 1
                    pair.other = 1
                }
                let other = pair.other, one = pair.one
                group.wait()
                return "\\(one == 0 ? "\\0" : "a"), \\(other == 0 ? "" : "b")"
            }

            """)

    static let lazyVariable = ExplainedProgram(
        description: "a lazy property of two tasks",
        text: """
            import Dispatch

            final class Settings: @unchecked Sendable {
                lazy var table = [1, 2, 3]
            }

            func scenario() -> Int {
                let settings = Settings()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in _ = settings.table }
                return settings.table.count
            }

            """)

    static let unowned = ExplainedProgram(
        description: "an object that was destroyed",
        text: """
            import Dispatch

            final class Owner { var number = 7 }

            func scenario() {
                let group = DispatchGroup()
                var owner: Owner? = Owner()
                if let owner {
                    DispatchQueue.main.async(group: group) { [unowned owner] in print(owner.number) }
                }
                owner = nil
            }

            """)

    static let reentrancy = ExplainedProgram(
        description: "an account that is read before an await and changed after it",
        text: """
            actor Account {
                private(set) var balance = 100

                nonisolated func audit() async { await Task.yield() }

                func withdraw(_ amount: Int) async {
                    guard balance >= amount else { return }
                    await audit()
                    balance -= amount
                }
            }

            func scenario() async -> Int {
                let account = Account()
                async let one: Void = account.withdraw(80)
                async let two: Void = account.withdraw(80)
                _ = await (one, two)
                return await account.balance
            }
            func allowed(_ balance: Int) -> Bool { balance >= 0 }

            """)

    static let visitsInOneLine = ExplainedProgram(
        description: "two visits to the main actor in one line",
        text: """
            @MainActor final class Model {
                var image: String?
                var loads = 0
                func load() {
                    loads += 1
                    image = "x"
                }
            }
            func show(_ model: Model) async { if await model.image == nil { await model.load() } }
            func scenario() async -> Int {
                let model = await Model()
                async let one: Void = show(model)
                async let other: Void = show(model)
                _ = await (one, other)
                return await model.loads
            }
            func allowed(_ loads: Int) -> Bool { loads == 1 }

            """)

    static let twoVisits = ExplainedProgram(
        description: "an account that is read and changed in two calls, with no wait in between",
        text: """
            actor Account {
                private(set) var balance = 100

                func withdraw(_ amount: Int) { balance -= amount }
            }

            func buy(for price: Int, from account: Account) async {
                guard canPay(price, with: await account.balance) else { return }
                await account.withdraw(price)
            }
            func canPay(_ price: Int, with balance: Int) -> Bool { balance >= price }

            func scenario() async -> Int {
                let account = Account()
                async let one: Void = buy(for: 80, from: account)
                async let two: Void = buy(for: 80, from: account)
                _ = await (one, two)
                return await account.balance
            }
            func allowed(_ balance: Int) -> Bool { balance >= 0 }

            """)

    static let mutexGap = ExplainedProgram(
        description: "a Mutex released between reading and writing",
        text: """
            import Dispatch
            import Synchronization

            final class Counter: Sendable {
                let value = Mutex(0)

                func increment() {
                    let old = value.withLock { $0 }
                    value.withLock { $0 = old + 1 }
                }
            }

            func scenario() -> Int {
                let counter = Counter()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in counter.increment() }
                return counter.value.withLock { $0 }
            }
            func allowed(_ value: Int) -> Bool { value == 2 }

            """)

    static let lockGap = ExplainedProgram(
        description: "a lock released between reading and writing",
        text: """
            import Foundation

            final class Counter: @unchecked Sendable {
                private let lock = NSLock()
                private(set) var value = 0

                func increment() {
                    let old = lock.withLock { value }
                    lock.withLock { value = old + 1 }
                }
            }

            func scenario() -> Int {
                let counter = Counter()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in counter.increment() }
                return counter.value
            }
            func allowed(_ value: Int) -> Bool { value == 2 }

            """)

    static let longResults = ExplainedProgram(
        description: "long results that differ at their ends",
        text: """
            import Foundation

            final class Box: @unchecked Sendable { var value = "one" }

            func scenario() -> String {
                let box = Box(), group = DispatchGroup()
                DispatchQueue.global().async(group: group) { box.value = "two" }
                let seen = box.value
                group.wait()
                return String(repeating: "everything went as it always goes, ", count: 6) + "and the value was \\(seen)"
            }

            """)
}
