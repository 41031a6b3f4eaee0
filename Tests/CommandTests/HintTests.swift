import Foundation
import TestSupport
import Testing

/// A report's advice fits the failure, and a report says so if the program itself is not
/// deterministic.
@Suite(.startsProcesses) struct HintTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func explore(_ text: String, _ options: [String] = []) throws -> Commands.Outcome {
        try Commands.explore(text, options, in: folder)
    }

    /// The page in one line.
    private func words(_ text: String) throws -> String {
        try explore(text).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("A block of a group that waits for a semaphore needs a signal; the group only waits for the block")
    func semaphoreInGroup() throws {
        let words = try words(
            """
            import Dispatch

            func scenario() {
                let semaphore = DispatchSemaphore(value: 0), group = DispatchGroup()
                DispatchQueue.global().async(group: group) { semaphore.wait() }
                group.wait()
            }

            """)
        #expect(words.contains("Try: Each wait() needs a signal()"), "\(words)")
    }

    @Test("A continuation that is resumed twice: the first resume is named, and the rule of one resume")
    func secondResumption() throws {
        let text = """
            import Dispatch

            func load(_ done: @escaping @Sendable (Int) -> Void) {
                DispatchQueue.global().async { done(1) }
                DispatchQueue.global().async { done(2) }
            }

            func scenario() async -> Int {
                await withCheckedContinuation { continuation in
                    load {
                        continuation.resume(returning: $0)
                    }
                }
            }

            """
        let words = try words(text)
        #expect(words.contains("it resumes a continuation that was resumed before"), "\(words)")
        #expect(words.contains("Block 1 on a global queue has resumed it in `continuation.resume(returning: $0)` (line 11)"), "\(words)")
        let page: ExplanationTests.Report = try Commands.report(text, in: folder)
        let token = try #require(page.findings.first).token
        let steps = try Commands.run(["replay", token, folder.file("scenario.swift"), "--step"], in: folder).output
        #expect(steps.contains("main task: block 1 resumes the continuation that it waits for"), "\(steps)")
    }

    @Test("A data race with a relaxed atomic variable names the ordering, and one with an ordered variable does not")
    func relaxed() throws {
        func text(_ store: String, _ load: String, isChecked: Bool) -> String {
            """
            import Foundation
            import Synchronization

            final class Box: Sendable {
                nonisolated(unsafe) var value = 0
                let ready = Atomic(false)
            }

            func scenario() -> Int {
                let box = Box(), done = DispatchSemaphore(value: 0)
                nonisolated(unsafe) var seen = -1
                Thread {
                    box.value = 42
                    box.ready.store(true, ordering: .\(store))
                }.start()
                Thread {
                    if box.ready.load(ordering: .\(load))\(isChecked ? "" : " || true") { seen = box.value }
                    done.signal()
                }.start()
                done.wait()
                return seen
            }

            """
        }
        let loose = try words(text("relaxed", "relaxed", isChecked: true))
        #expect(loose.contains("`box.ready.store(true, ordering: .relaxed)` (line 14), but `.relaxed` orders only"), "\(loose)")
        let unchecked = try words(text("releasing", "acquiring", isChecked: false))
        #expect(unchecked.contains("Data race on Box.value") && !unchecked.contains("orders nothing"), "\(unchecked)")
        #expect(try words(text("releasing", "acquiring", isChecked: true)).contains("no failure, but the outcomes are not judged."))
    }

    @Test("A static variable whose initializer needs it gets a hint for that, and not for locks")
    func initialiser() throws {
        let words = try words(
            """
            final class Settings {
                static let shared = Settings()
                let width: Int
                init() { width = Window.shared.width }
            }
            final class Window {
                static let shared = Window()
                let width: Int
                init() { width = Settings.shared.width }
            }
            func scenario() -> Int { Settings.shared.width }

            """)
        #expect(words.contains("is in that first use itself"), "\(words)")
        #expect(words.contains("its initializer must not need the variable itself"), "\(words)")
    }

    @Test("A delay is printed as the time that the program requested")
    func delay() throws {
        let text = """
            import Dispatch

            func scenario() -> String {
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().asyncAfter(deadline: .now() + 1.5) { done.signal() }
                done.wait()
                return "over"
            }

            """
        let page: ExplanationTests.Report = try Commands.report(text, in: folder)
        let token = try #require(page.distinctOutcomes.first).token
        let steps = try Commands.run(["replay", token, folder.file("scenario.swift"), "--step"], in: folder).output
        #expect(steps.contains("to start in 1.5 s") && steps.contains("its delay of 1.5 s is over"), "\(steps)")
    }

    @Test("A task that sleeps until a cancellation that never comes: the advice is to cancel it")
    func neverCancelled() throws {
        let words = try words(
            """
            func scenario() async {
                let ticker = Task {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: .seconds(1))
                    }
                }
                await ticker.value
            }

            """)
        #expect(words.contains("The loop wakes up again and again and makes no progress."), "\(words)")
        #expect(words.contains("Try: Keep the task, and call cancel() on it"), "\(words)")
    }

    @Test(
        "A wait for a queue that does not run is explained by the queue's state",
        arguments: [
            (
                "DispatchQueue(label: \"later\", attributes: .initiallyInactive)", "that queue was never activated",
                "before its `activate()`"
            ),
            (
                "{ let queue = DispatchQueue(label: \"later\"); queue.suspend(); return queue }()", "that queue is suspended",
                "needs its resume()"
            ),
        ])
    func standstill(_ queue: String, _ why: String, _ hint: String) throws {
        let words = try words("import Dispatch\nfunc scenario() {\nlet queue = \(queue)\nqueue.sync {}\n}\n")
        #expect(words.contains(why) && words.contains(hint), "\(words)")
    }

    @Test("Tasks that await each other get no advice about locks")
    func mutualTasks() throws {
        let words = try words(
            """
            actor Box { var task: Task<Int, Never>?; func keep(_ other: Task<Int, Never>) { task = other } }
            func scenario() async -> Int {
                let box = Box()
                let first = Task { () -> Int in
                    while true {
                        if let second = await box.task { return await second.value }
                        await Task.yield()
                    }
                }
                let second = Task { await first.value }
                await box.keep(second)
                return await second.value
            }

            """)
        #expect(
            words.contains("A task must not await its own result") && !words.contains("Acquire the locks"),
            "\(words)")
    }

    @Test("Two data races that never happen in the same execution are both reported")
    func elsewhere() throws {
        let words = try words(
            """
            import Dispatch
            import Foundation

            final class Order: @unchecked Sendable { var price = 0, isPaid = false, isSent = false }

            func scenario() -> String {
                let order = Order(), lock = NSLock(), group = DispatchGroup()
                var price = 0
                DispatchQueue.global().async(group: group) {
                    lock.withLock {}
                    price = order.price
                    order.isSent = true
                }
                DispatchQueue.global().async(group: group) {
                    lock.withLock { order.price = 2 }
                    lock.withLock { order.isPaid = order.isSent }
                }
                group.wait()
                return "\\(price) \\(order.isPaid)"
            }

            """)
        #expect(words.contains("Data race on Order.isSent:"), "\(words)")
        #expect(words.contains("Nothing orders the accesses to Order.price (line 11 and line 15) either"), "\(words)")
        #expect(words.contains("writes Order.price") && words.contains("reads Order.price"), "\(words)")
    }

    @Test("A data race is reported although its effect ends the process, and so the exploration")
    func lost() throws {
        let text = """
            import Foundation

            final class Counter { var value = 0 }
            func scenario() -> Int {
                let counter = Counter(), group = DispatchGroup()
                for _ in 0..<2 { DispatchQueue.global().async(group: group) { counter.value += 1 } }
                group.wait()
                if counter.value == 1, let end = dlsym(dlopen("libc.so.6", RTLD_NOW), "_exit") {
                    unsafeBitCast(end, to: (@convention(c) (Int32) -> Void).self)(3)
                }
                return counter.value
            }

            """
        let outcome = try explore(text)
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(outcome.code == 1 && words.contains("Data race") && words.contains("(line 6)"), "\(words) \(outcome.errors)")
        #expect(words.contains("Not complete: the program could not be explored further"), "\(words)")
        #expect(words.contains("The search ended there: The program ended itself with code 3"), "\(words)")
        #expect(words.contains("Fix the race, then try again"), "\(words)")
    }

    @Test("A result that is not reproducible is reported with the reproducible ones, and the search is not complete")
    func unrepeated() throws {
        let text = """
            import Foundation

            final class Counter { var value = 0 }
            func scenario() -> Int {
                let runs = (getenv("RUNS").flatMap { Int(String(cString: $0)) } ?? 0) + 1
                setenv("RUNS", "\\(runs)", 1)
                let counter = Counter(), group = DispatchGroup()
                for _ in 0..<2 { DispatchQueue.global().async(group: group) { counter.value += 1 } }
                group.wait()
                precondition(runs != 5)
                return counter.value + (runs == 6 ? 10 : 0)
            }

            """
        let words = try words(text)
        #expect(words.contains("race") && words.contains("a failed check, and the outcome 12 did not occur again"), "\(words)")
        #expect(words.contains("12 1 (not reproducible)") && !words.contains("Complete:"), "\(words)")
        struct Page: Decodable {
            struct Outcome: Decodable {
                var outcome: String
                var repeats: Bool
            }
            var complete: Bool
            var notRepeated: [String]
            var distinctOutcomes: [Outcome]
        }
        let page = try JSONDecoder().decode(Page.self, from: Data(try explore(text, ["--json"]).output.utf8))
        #expect(!page.complete && page.notRepeated == ["assertion"])
        #expect(Set(page.distinctOutcomes.filter(\.repeats).map(\.outcome)) == ["1", "2"])
    }
}
