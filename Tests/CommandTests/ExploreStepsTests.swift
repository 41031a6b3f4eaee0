import Foundation
import TestSupport
import Testing

/// The steps that `replay --step` prints for Swift tasks, and for variables that several threads
/// use in turn.
@Suite(.startsProcesses, .takesTurns) struct ExploreStepsTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    /// The words of each step of the failure, or of the rarest outcome.
    private func steps(_ text: String) throws -> String {
        let report: ExplanationTests.Report = try Commands.report(text, in: folder)
        let token = try #require(report.findings.first?.token ?? report.distinctOutcomes.first?.token)
        let told = try Commands.run(["replay", "--step", "--width", "400", token, folder.file("scenario.swift")], in: folder)
        return told.output
    }

    @Test("Each await names the awaited work, and each end of a wait its cause")
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
            "main task is suspended until its continuation is resumed", "main task continues", "its continuation was resumed",
            "task 3 resumes the continuation that it waits for", "main task cancels it", "awaits the end of a child task",
            "a child task has ended",
        ] {
            #expect(told.replacingOccurrences(of: "main task: ", with: "main task ").contains(words), "\(words): \(told)")
        }
        #expect(!told.contains("host.swift"))
    }

    @Test("A cancellation names both tasks: a group cancels its children, and a task its own")
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
            "task 1: is cancelled by main task, with its whole task group; it continues until", "task 2: main task cancels it",
            "task 3: is cancelled too, because its parent task was cancelled",
        ] {
            #expect(told.contains(words), "\(words): \(told)")
        }
    }

    @Test("A semaphore that is passed without a wait, and a free lock, are reported with the line")
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
        #expect(told.contains(/passes `semaphore` without waiting.*\(scenario.swift:4\)/), "\(told)")
        #expect(told.contains(/acquired it and released it.*\(scenario.swift:6\)/), "\(told)")
    }

    @Test("A task that switches to the main thread leaves the pool, and returns; the runtime's own steps are not printed")
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
        ).split(separator: "\n").filter { $0.contains("main task starts") || $0.contains("is suspended after") }
        let pool = "global queue (default): main task", main = "main queue: main task"
        // (The function first has a thread of the pool, but makes no step there that another thread
        // can observe.)
        let expected = [
            "\(main) starts", "\(main) is suspended after 1 step; it continues later on global queue (default)", "\(pool) starts",
            "\(pool) is suspended after 1 step; it continues later on main queue", "\(main) starts",
        ]
        #expect(told.count >= 8)
        for (line, words) in zip(told, expected) { #expect(line.contains(words), "\(words): \(told)") }
    }

    @Test("The notify block of a destroyed work item does not follow its end")
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
        #expect(told.contains("notify block 1 starts; the block that it follows has ended, or was released"))
    }

    @Test("The steps name the caller of notify, the value of a semaphore, and reads of an atomic variable")
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
        #expect(told.contains("main thread submits notify block 1, to run as soon as group 1 is empty, and continues; its count is 1"))
        #expect(told.contains("atomically writes flag"))
        #expect(!told.contains("its value is 1, so it must be signalled first"))
    }

    @Test("An overflow has the line of the calculation; each trap has its own message from Swift")
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

    @Test("Each of two threads that resume one continuation is first in some interleaving")
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

    @Test("A stale read is explained with the read, the change, and the later write", arguments: ["NSLock()", "Mutex(())"])
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
        #expect(!told.contains("In every interleaving that has a result"), "one was replayed")
    }

    @Test("The line of a change is that of the variable's name, also after a line without its own code")
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
        "A trap has the line of the program, also if a library contains the check",
        arguments: [
            (
                "dispatchPrecondition(condition: .onQueue(model))",
                "libdispatch stops a program when the condition of a dispatchPrecondition is false"
            ),
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

    @Test("A trap is the last step, with its line, and the end does not speak of waits")
    func trapIsLast() throws {
        let leave = try steps(
            """
            import Dispatch
            func scenario() {
                let group = DispatchGroup()
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().async { group.leave() }
                group.notify(queue: .global()) { done.signal() }
                group.enter()
                group.notify(queue: .global()) { done.signal() }
                group.leave()
                done.wait()
            }

            """)
        let index = try steps(
            """
            import Dispatch
            func scenario() {
                let group = DispatchGroup()
                group.enter()
                group.notify(queue: .global()) {}
                DispatchQueue.global().async { print([1][CommandLine.arguments.count + 3]) }
                group.wait()
            }

            """)
        for (told, words, line) in [(leave, "leaves a group that is empty", ""), (index, "the program traps", "(scenario.swift:6)")] {
            let last = try #require(told.split(separator: "\n").last { $0.hasPrefix("#") })
            #expect(last.contains(words) && last.contains("scenario.swift:") && last.hasSuffix(line), "\(told)")
            #expect(!told.contains("never empty") && !told.contains("still waiting") && !told.contains("never started"), "\(told)")
        }
    }
}
