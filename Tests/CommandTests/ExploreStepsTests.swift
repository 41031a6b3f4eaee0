import Foundation
import Testing

/// What `replay --step` tells of Swift's tasks, and of variables that several tasks use in turns.
@Suite struct ExploreStepsTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    /// The words of each step of what goes wrong, or of the outcome that comes about most rarely.
    private func steps(_ text: String) throws -> String {
        let report: ExplanationTests.Report = try Commands.report(text, in: folder)
        let token = try #require(report.findings.first?.token ?? report.distinctOutcomes.first?.token)
        let told = try Commands.run(["replay", "--step", "--width", "400", token, folder.file("scenario.swift")], in: folder)
        return told.output
    }

    @Test("Who awaits what, and what ends it")
    func awaits() throws {
        let told = try steps(
            """
            func scenario() async -> Int {
                let first = Task { 1 }
                let second = Task { await first.value }
                first.cancel()
                let answer = await withCheckedContinuation { continuation in
                    Task { continuation.resume(returning: 2) }
                }
                return await withTaskGroup(of: Int.self) { group in
                    group.addTask { answer }
                    return await (group.next() ?? 0) + second.value
                }
            }

            """)
        for words in [
            "main task awaits somebody who resumes its continuation", "main task goes on", "its continuation was resumed",
            "task 3 resumes the continuation that it waits for", "main task cancels it", "awaits the end of a child task",
            "a child task has ended",
        ] {
            #expect(told.replacingOccurrences(of: "main task: ", with: "main task ").contains(words), "\(words): \(told)")
        }
        #expect(!told.contains("host.swift"))
    }

    @Test("Who cancels whom: a group its children, and a task its own")
    func cancellations() throws {
        let told = try steps(
            """
            func work(_ begun: CheckedContinuation<Void, Never>? = nil) async {
                begun?.resume()
                while !Task.isCancelled { await Task.yield() }
            }
            func scenario() async {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await work() }
                    group.cancelAll()
                }
                var parent: Task<Void, Never>?
                await withCheckedContinuation { begun in
                    parent = Task {
                        async let child: Void = work(begun)
                        await child
                    }
                }
                parent?.cancel()
                await parent?.value
            }

            """)
        for words in [
            "task 1: is cancelled by main task, with all of its task group; it goes on until", "task 2: main task cancels it",
            "task 3: is cancelled too, because the task whose child it is has been",
        ] {
            #expect(told.contains(words), "\(words): \(told)")
        }
    }

    @Test("Who gets past a semaphore at once, or takes a free lock and gives it back, is told with the line")
    func passedAtOnce() throws {
        let told = try steps(
            """
            import Foundation
            func scenario() {
                let semaphore = DispatchSemaphore(value: 1), lock = NSLock()
                semaphore.wait()
                semaphore.signal()
                lock.withLock {}
            }

            """)
        #expect(told.contains(/takes semaphore without waiting.*\(scenario.swift:4\)/), "\(told)")
        #expect(told.contains(/took it and gave it back.*\(scenario.swift:6\)/), "\(told)")
    }

    @Test("A task that goes to the main thread leaves the pool, and comes back; the runtime's own way there and back is not told")
    func mainThread() throws {
        let told = try steps(
            """
            @MainActor final class Model { var number = 0 }
            func scenario() async -> Int {
                let model = await Model()
                await MainActor.run { model.number += 1 }
                return await model.number
            }

            """
        ).split(separator: "\n").filter { $0.contains("main task starts") || $0.contains("gives up its thread") }
        let pool = "global queue (default): main task", main = "main queue: main task"
        // (The function has a thread of the pool first, but does nothing there that another could notice.)
        let expected = [
            "\(main) starts", "\(main) gives up its thread after 1 step; it goes on later on global queue (default)", "\(pool) starts",
            "\(pool) gives up its thread after 1 step; it goes on later on main queue", "\(main) starts",
        ]
        #expect(told.count >= 8)
        for (line, words) in zip(told, expected) { #expect(line.contains(words), "\(words): \(told)") }
    }

    @Test("What follows a work item that is let go does not follow its end")
    func itemLetGo() throws {
        let told = try steps(
            """
            import Dispatch
            func scenario() {
                let done = DispatchSemaphore(value: 0)
                var item: DispatchWorkItem? = DispatchWorkItem {}
                item?.notify(queue: .global()) { done.signal() }
                item = nil
                done.wait()
            }

            """)
        #expect(told.contains("notify block 1 starts; the block that it follows has ended, or was let go"))
    }

    @Test("Who asks to be notified, what a semaphore holds, and whether an atomic variable is read")
    func thingsToldAsTheyAre() throws {
        let told = try steps(
            """
            import Dispatch
            import Synchronization
            let flag = Atomic(false)
            func scenario() -> Bool {
                let group = DispatchGroup(), told = DispatchSemaphore(value: 0), free = DispatchSemaphore(value: 1)
                DispatchQueue.global().async(group: group) {
                    free.wait()
                    flag.store(true, ordering: .sequentiallyConsistent)
                    free.signal()
                }
                group.notify(queue: .global()) { told.signal() }
                free.wait()
                let early = flag.load(ordering: .sequentiallyConsistent)
                free.signal()
                told.wait()
                return early
            }

            """)
        #expect(told.contains("main thread asks for notify block 1 as soon as group 1 is empty, and goes on; it has 1 member inside"))
        #expect(told.contains("writes, as one step that nobody can divide (atomic), flag"))
        #expect(!told.contains("its value is 1, so somebody must signal it first"))
    }

    @Test("An overflow has the line of the calculation; each trap has what Swift says of it, and not of another")
    func trapsByThemselves() throws {
        let overflow: ExplanationTests.Report = try Commands.report(
            """
            func scenario() {
                var stock: UInt = 0
                func take(_ count: UInt) {
                    stock -= count
                }
                take(1)
            }

            """, in: folder)
        let first = try #require(overflow.findings.first)
        #expect(first.lines == [4] && first.explanation.contains("overflow"))
        let both: ExplanationTests.Report = try Commands.report(
            """
            import Dispatch
            nonisolated(unsafe) var numbers: [Int] = []
            nonisolated(unsafe) var number: Int?
            func scenario() {
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    print(numbers[3])
                }
                DispatchQueue.global().async(group: group) {
                    print(number!)
                }
                group.wait()
            }

            """, in: folder)
        let trap = try #require(both.findings.first)
        #expect(trap.lines == [7] && trap.summary.contains("Index out of range"), "\(trap.summary)")
    }

    @Test("Of two who resume one continuation, each is the first in some interleaving")
    func resumptions() throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            import Dispatch
            func scenario() async -> Int {
                let first = DispatchQueue(label: "first"), second = DispatchQueue(label: "second")
                let number = await withCheckedContinuation { continuation in
                    first.async { continuation.resume(returning: 1) }
                    second.async { continuation.resume(returning: 2) }
                }
                precondition(number == 1, "the second came first")
                return number
            }

            """, in: folder)
        #expect(report.complete && report.executions > 1)
        #expect(report.verdict == "assertion")
    }

    @Test("A task that waits for ever does not end")
    func leak() throws {
        let told = try steps(
            """
            actor Box {
                var waiting: CheckedContinuation<Void, Never>?
                func wait() async { await withCheckedContinuation { waiting = $0 } }
            }
            func scenario() async {
                let box = Box()
                await box.wait()
            }

            """)
        #expect(told.contains("main task: was still waiting for its continuation to be resumed"))
        #expect(!told.contains("main task ends"))
    }

    @Test("What is overtaken is named: who read it, who changed it, who wrote over that", arguments: ["NSLock()", "Mutex(())"])
    func overtaken(lock: String) throws {
        let text = """
            import Foundation
            import Synchronization

            final class Stock: @unchecked Sendable {
                let lock = \(lock)
                var items = 1
                var count: Int { lock.withLock { \(lock == "NSLock()" ? "" : "_ in") items } }
                func take() { lock.withLock { \(lock == "NSLock()" ? "" : "_ in") items -= 1 } }
            }
            func scenario() -> Int {
                let stock = Stock(), group = DispatchGroup()
                for _ in 0..<2 {
                    DispatchQueue.global().async(group: group) {
                        if stock.count > 0 { stock.take() }
                    }
                }
                group.wait()
                return stock.count
            }
            func allowed(_ left: Int) -> Bool { left >= 0 }

            """
        let report: ExplanationTests.Report = try Commands.report(text, in: folder)
        let failure = try #require(report.findings.first)
        #expect(failure.locations.map(\.line) == [7, 8, 8])
        let told = try steps(text)
        #expect(told.contains("reads Stock.items") && told.contains("writes Stock.items"))
        #expect(!told.contains("Every interleaving that came to a result"), "one was replayed")
    }

    @Test("The line of a change is that of the variable's name, also behind a line without code of its own")
    func lines() throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            import Dispatch

            final class Bank { var cents = [0, 0] }
            func scenario() {
                let bank = Bank()
                DispatchQueue.concurrentPerform(iterations: 2) { index in
                    let mine = index
                    bank.cents[index] += 1
                    _ = mine
                }
            }

            """, in: folder)
        let failure = try #require(report.findings.first)
        #expect(report.verdict == "race" && Set(failure.locations.map(\.line)) == [8])
    }

    @Test(
        "A trap has the line of the program, also where a library has put the check there",
        arguments: [
            ("dispatchPrecondition(condition: .onQueue(model))", "libdispatch stops a program where dispatchPrecondition does not hold"),
            ("MainActor.assumeIsolated {}", "Incorrect actor executor assumption"),
        ])
    func traps(check: String, words: String) throws {
        let text = """
            import Dispatch

            let model = DispatchQueue(label: "model")
            func change() {
                \(check)
                count += 1
            }
            nonisolated(unsafe) var count = 0
            func scenario() {
                DispatchQueue.global().async {
                    change()
                    count += 1
                }
            }

            """
        let report: ExplanationTests.Report = try Commands.report(text, in: folder)
        let finding = try #require(report.findings.first)
        #expect(finding.kind == "assertion" && finding.lines == [5])
        #expect((finding.summary + finding.explanation).contains(words), "\(finding.summary) \(finding.explanation)")
        #expect(try steps(text).contains("is stopped here by signal"))
    }
}
