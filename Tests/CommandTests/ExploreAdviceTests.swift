import Foundation
import TestSupport
import Testing

/// Mistakes whose advice has to fit: the mistake, and the correct code instead.
@Suite(.startsProcesses) struct ExploreAdviceTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func finding(_ text: String) throws -> ExplanationTests.Report.Finding {
        let report: ExplanationTests.Report = try Commands.report(text, in: folder)
        return try #require(report.findings.first)
    }

    @Test("A thread that checks its condition only once before a wait gets the advice to check again after it")
    func lookedOnce() throws {
        let finding = try finding(
            """
            import Foundation

            func scenario() -> Int {
                let condition = NSCondition(), group = DispatchGroup()
                nonisolated(unsafe) var items: [Int] = []
                for _ in 0..<2 {
                    DispatchQueue.global().async(group: group) {
                        condition.lock()
                        if items.isEmpty { condition.wait() }
                        items.removeFirst()
                        condition.unlock()
                    }
                }
                for item in 0..<2 {
                    condition.lock()
                    items.append(item)
                    condition.broadcast()
                    condition.unlock()
                }
                group.wait()
                return items.count
            }

            """)
        #expect(finding.kind == "assertion")
        #expect(finding.explanation.contains("waited for a signal"), "\(finding.explanation)")
        #expect(finding.hint.contains("`while`"), "\(finding.hint)")
        #expect(finding.lines.isSuperset(of: [9, 10]), "\(finding.lines)")
    }

    @Test("An atomic variable that is loaded and stored in two steps is a stale read")
    func atomic() throws {
        let finding = try finding(
            """
            import Dispatch
            import Synchronization

            final class Stats: Sendable { let hits = Atomic(0) }

            func scenario() -> Int {
                let stats = Stats()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in
                    let old = stats.hits.load(ordering: .relaxed)
                    stats.hits.store(old + 1, ordering: .relaxed)
                }
                return stats.hits.load(ordering: .relaxed)
            }
            func allowed(_ hits: Int) -> Bool { hits == 2 }

            """)
        #expect(finding.kind == "assertion")
        #expect(finding.explanation.contains("Stats.hits") && finding.explanation.contains("is atomic"), "\(finding.explanation)")
        #expect(finding.hint.contains("compareExchange"), "\(finding.hint)")
        #expect(finding.lines == [9, 10], "\(finding.lines)")
    }

    @Test("A lock that a finished thread still holds is reported as that")
    func kept() throws {
        let finding = try finding(
            """
            import Foundation

            func scenario() {
                let lock = NSLock(), group = DispatchGroup()
                nonisolated(unsafe) var coins = 1
                for _ in 0..<3 {
                    DispatchQueue.global().async(group: group) {
                        lock.lock()
                        guard coins > 0 else { return }
                        coins -= 1
                        lock.unlock()
                    }
                }
                group.wait()
            }

            """)
        #expect(finding.kind == "deadlock")
        #expect(finding.explanation.contains("did not release: it has finished"), "\(finding.explanation)")
        #expect(finding.hint.contains("defer { lock.unlock() }"), "\(finding.hint)")
    }

    @Test(
        "Swift's message when it stops the program is reported",
        arguments: ["precondition(false, \"no room\")", "preconditionFailure()", "assert(false)", "fatalError()"])
    func stopped(call: String) throws {
        let finding = try finding("func scenario() { \(call) }\n")
        #expect(finding.kind == "assertion")
        #expect(finding.summary.contains("): "), "\(finding.summary)")
        #expect(call.contains("no room") == finding.summary.contains("no room"))
        #expect(!finding.explanation.contains("overflow"), "\(finding.explanation)")
    }

    @Test("A block that submits a barrier to its own queue is reported as running there")
    func barrier() throws {
        let text = """
            import Dispatch

            func scenario() {
                let queue = DispatchQueue(label: "x", attributes: .concurrent)
                queue.async {
                    queue.sync(flags: .barrier) {}
                }
                queue.sync(flags: .barrier) {}
            }

            """
        let page = try Commands.explore(text, in: folder).output
        #expect(page.contains("Deadlock: block 1 on queue “x” runs on queue “x”"), "\(page)")
        #expect(!page.contains("the main thread runs on"))
    }

    @Test(
        "An early read of a result gets the advice to wait for the others' work",
        arguments: ["items", "lock"])
    func tooEarly(protection: String) throws {
        let isLock = protection == "lock"
        let finding = try finding(
            """
            import Foundation
            import Synchronization

            final class Box: @unchecked Sendable {
                var items = 0
                let queue = DispatchQueue(label: "results"), counter = Mutex(0)
            }

            func scenario() -> Int {
                let box = Box()
                for _ in 0..<2 {
                    DispatchQueue.global().async {
                        \(isLock ? "box.counter.withLock { $0 += 1 }" : "box.queue.async { box.items += 1 }")
                    }
                }
                return \(isLock ? "box.counter.withLock { $0 }" : "box.queue.sync { box.items }")
            }

            func allowed(_ items: Int) -> Bool { items == 2 }

            """)
        #expect(finding.kind == "assertion")
        #expect(finding.hint.contains("Before you use the result of other work, wait"), "\(finding.hint)")
        #expect(isLock || finding.explanation.contains("reads Box.items"), "\(finding.explanation)")
        #expect(finding.lines.isSuperset(of: [13, 16]), "\(finding.lines)")
    }

    @Test("A scenario on the main actor that is not async is called as it stands, whatever it throws", arguments: ["5", "6"])
    func onMainActor(version: String) throws {
        let outcome = try Commands.explore(
            """
            import Foundation

            @MainActor final class Model { var count = 0 }

            @available(*, noasync) @MainActor
            func scenario() throws -> Int {
                let model = Model(), group = DispatchGroup()
                for _ in 0..<2 {
                    DispatchQueue.global().async(group: group) { DispatchQueue.main.async { model.count += 1 } }
                }
                group.wait()
                return model.count
            }

            """, ["--swift-version", version], in: folder)
        #expect(outcome.code == 0 && outcome.output.contains("Complete"), "\(outcome.output)\(outcome.errors)")
    }

    @Test("A signal that only the sleeping thread itself has sent is not a lost wake-up")
    func ownSignal() throws {
        let finding = try finding(
            """
            import Foundation

            func scenario() {
                let condition = NSCondition()
                condition.lock()
                condition.signal()
                condition.wait()
                condition.unlock()
            }

            """)
        #expect(finding.kind == "deadlock" && finding.lines == [7], "\(finding)")
    }

    @Test("A variable changed and read under a lock, and changed again later, is not a stale read")
    func gauge() throws {
        let finding = try finding(
            """
            import Foundation

            final class Printer: @unchecked Sendable {
                private let lock = NSLock()
                private var now = 0, most = 0
                func begin() {
                    lock.withLock {
                        now += 1
                        most = max(most, now)
                    }
                }
                func end() { lock.withLock { now -= 1 } }
                var peak: Int { lock.withLock { most } }
            }

            func scenario() -> Int {
                let door = DispatchSemaphore(value: 1), printer = Printer()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in
                    door.wait()
                    door.signal()
                    printer.begin()
                    printer.end()
                }
                return printer.peak
            }

            func allowed(_ peak: Int) -> Bool { peak == 1 }

            """)
        #expect(finding.kind == "assertion" && !finding.explanation.contains("is out of date"), "\(finding.explanation)")
    }

    @Test("While a thread waits only for a limited time, no deadlock is reported")
    func patient() throws {
        let outcome = try Commands.explore(
            """
            import Dispatch

            func scenario() -> Bool {
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().async { done.signal() }
                return done.wait(timeout: .now() + 1) == .success
            }

            """, ["--preemptions", "0"], in: folder)
        #expect(outcome.output.contains("true") && outcome.output.contains("false"), "\(outcome.output)")
    }

    @Test("A change without a signal is reported, and not the signal that came before it", arguments: [true, false])
    func unsignalled(isSignalledBefore: Bool) throws {
        let finding = try finding(
            """
            import Foundation

            final class Worker: @unchecked Sendable {
                let condition = NSCondition()
                var jobs = 0, isStopped = false
                func work() {
                    condition.lock()
                    while true {
                        while jobs == 0 && !isStopped { condition.wait() }
                        if jobs == 0 { break }
                        jobs -= 1
                    }
                    condition.unlock()
                }
                func submit() { condition.withLock { jobs += 1; condition.signal() } }
                func stop() {
                    condition.withLock {
                        isStopped = true
                    }
                }
            }

            func scenario() {
                let worker = Worker(), group = DispatchGroup()
                DispatchQueue.global().async(group: group) { worker.work() }
                \(isSignalledBefore ? "worker.submit()" : "")
                worker.stop()
                group.wait()
            }

            """)
        #expect(finding.kind == (isSignalledBefore ? "lostWakeup" : "deadlock"))
        #expect(finding.summary.contains("changes Worker.isStopped while") && finding.lines == [9, 18], "\(finding)")
    }

    @Test("A trace does not overwrite the source")
    func overwritten() throws {
        let text = "func scenario() { fatalError() }\n", file = folder.file("made.swift")
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        let outcome = try Commands.run(["explore", file, "-o", file], in: folder)
        #expect(outcome.code == 2 && outcome.errors.contains("is the source itself"), "\(outcome.errors)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }
}
