import Foundation
import TestSupport
import Testing

/// Wrong results, and endless waits, that come from an order: the order that happened, and the
/// correct one.
@Suite(.startsProcesses, .takesTurns) struct ExploreOrderTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func finding(_ text: String) throws -> ExplanationTests.Report.Finding {
        let report: ExplanationTests.Report = try Commands.report(text, in: folder)
        return try #require(report.findings.first)
    }

    @Test("Two awaits in one method of an actor are one call, during which other tasks can run")
    func twoAwaits() throws {
        let finding = try finding(
            """
            actor Stock {
                private var left = 1
                private(set) var sold = 0
                func buy() async {
                    if left > 5 { await Task.yield() }
                    guard left > 0 else { return }
                    await Task.yield()
                    left -= 1
                    sold += 1
                }
            }

            func scenario() async -> Int {
                let stock = Stock()
                async let one: Void = stock.buy()
                async let other: Void = stock.buy()
                _ = await (one, other)
                return await stock.sold
            }

            func allowed(_ sold: Int) -> Bool { sold == 1 }

            """)
        #expect(finding.explanation.contains("and was suspended in `await Task.yield()` (line 7)"), "\(finding.explanation)")
        #expect(finding.hint.hasSuffix("other tasks can run on an actor at every `await`."), "\(finding.hint)")
    }

    @Test("A woken thread that finds its condition false again is not reported as never woken")
    func wokenInVain() throws {
        let finding = try finding(
            """
            import Foundation

            final class Gate: @unchecked Sendable {
                private let condition = NSCondition()
                private var here = 0
                func pass() {
                    condition.lock()
                    here += 1
                    if here == 2 {
                        here = 0
                        condition.broadcast()
                    } else {
                        while here != 0 { condition.wait() }
                    }
                    condition.unlock()
                }
            }

            func scenario() {
                let gate = Gate()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in
                    gate.pass()
                    gate.pass()
                }
            }

            """)
        #expect(finding.kind == "lostWakeup" && finding.summary.contains("the broadcast of"), "\(finding.summary)")
        #expect(finding.explanation.contains("changed Gate.here again in `here += 1` (line 8)"), "\(finding.explanation)")
        #expect(finding.lines == [8, 11, 13] && finding.hint.contains("such a number only grows"), "\(finding)")
    }

    @Test("The thread that makes the condition true should have signalled, and not the one that uses it up")
    func signalsTheFirstOnly() throws {
        let finding = try finding(
            """
            import Foundation

            final class Box: @unchecked Sendable {
                private let condition = NSCondition()
                private var letters: [Int] = []
                func put(_ letter: Int) {
                    condition.lock()
                    let wasEmpty = letters.isEmpty
                    letters.append(letter)
                    condition.unlock()
                    if wasEmpty { condition.signal() }
                }
                func take() -> Int {
                    condition.lock()
                    defer { condition.unlock() }
                    while letters.isEmpty { condition.wait() }
                    return letters.removeFirst()
                }
            }

            func scenario() {
                let box = Box(), group = DispatchGroup()
                for _ in 0..<2 { DispatchQueue.global().async(group: group) { _ = box.take() } }
                box.put(1)
                box.put(2)
                group.wait()
            }

            """)
        #expect(finding.kind == "lostWakeup" && finding.lines.contains(9) && !finding.lines.contains(17), "\(finding)")
    }

    @Test("A relaxed atomic variable that could not order the accesses is not named as the cause")
    func relaxedAside() throws {
        let finding = try finding(
            """
            import Dispatch
            import Synchronization

            let requests = Atomic<Int>(0)

            func scenario() -> Int {
                nonisolated(unsafe) var total = 0
                DispatchQueue.concurrentPerform(iterations: 2) { number in
                    requests.add(1, ordering: .relaxed)
                    total += number
                }
                return total
            }

            """)
        #expect(finding.kind == "race" && !finding.explanation.contains("relaxed"), "\(finding.explanation)")
    }

    @Test("A block that enters its group itself gets the advice to call enter() before", arguments: [true, false])
    func entersTooLate(waits: Bool) throws {
        let finding = try finding(
            """
            import Foundation

            nonisolated(unsafe) var shown = -1

            func scenario() {
                let group = DispatchGroup(), lock = NSLock()
                nonisolated(unsafe) var loaded = 0
                shown = -1
                DispatchQueue.global().async {
                    group.enter()
                    lock.withLock { loaded += 1 }
                    group.leave()
                }
                \(waits ? "group.wait(); shown = lock.withLock { loaded }" : "group.notify(queue: .main) { shown = lock.withLock { loaded } }")
            }

            func outcome() -> Int { shown }
            func allowed(_ shown: Int) -> Bool { shown == 1 }

            """)
        #expect(finding.explanation.contains("calls enter() only when it runs, in `group.enter()` (line 10)"), "\(finding.explanation)")
        #expect(
            finding.explanation.contains(waits ? "the main thread had passed its wait" : "notify block 1 on the main queue had begun"))
        #expect(finding.lines.contains(10) && finding.hint.hasPrefix("Call enter() before"), "\(finding)")
    }

    @Test("A read whose change is submitted as a block gets the advice to make both one step")
    func sentOn() throws {
        let finding = try finding(
            """
            import Dispatch

            final class Shop: @unchecked Sendable {
                private let queue = DispatchQueue(label: "shop", attributes: .concurrent)
                private var left = 1
                func buy() -> Bool {
                    guard queue.sync(execute: { left }) > 0 else { return false }
                    queue.async(flags: .barrier) { self.left -= 1 }
                    return true
                }
            }

            func scenario() -> Int {
                let shop = Shop()
                nonisolated(unsafe) var sold = [false, false]
                sold.withUnsafeMutableBufferPointer { sold in
                    nonisolated(unsafe) let sold = sold
                    DispatchQueue.concurrentPerform(iterations: 2) { customer in sold[customer] = shop.buy() }
                }
                return sold.count { $0 }
            }

            func allowed(_ sold: Int) -> Bool { sold == 1 }

            """)
        #expect(finding.explanation.contains("and submits block 2 on queue “shop”, which changes it in"), "\(finding.explanation)")
        #expect(finding.hint.hasPrefix("Make it one step") && finding.lines.isSuperset(of: [7, 8]), "\(finding)")
    }

    @Test("A block that relies on its delay gets the explanation that a delay orders nothing")
    func delayed() throws {
        let finding = try finding(
            """
            import Foundation

            func scenario() -> Int {
                let lock = NSLock(), done = DispatchSemaphore(value: 0)
                nonisolated(unsafe) var loaded = 0, seen = 0
                DispatchQueue.global().async { lock.withLock { loaded = 1 } }
                DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
                    seen = lock.withLock { loaded }
                    done.signal()
                }
                done.wait()
                return seen
            }

            func allowed(_ seen: Int) -> Bool { seen == 1 }

            """)
        #expect(finding.explanation.contains("A delay is only the earliest time"), "\(finding.explanation)")
    }

    @Test("If two tasks begin in the opposite order, and there is no other cause, that order is reported")
    func otherWayRound() throws {
        let finding = try finding(
            """
            actor Log {
                private(set) var lines: [Int] = []
                func add(_ line: Int) { lines.append(line) }
            }

            func scenario() async -> [Int] {
                let log = Log()
                let tasks = [1, 2].map { line in Task { await log.add(line) } }
                for task in tasks { await task.value }
                return await log.lines
            }

            func allowed(_ lines: [Int]) -> Bool { lines == [1, 2] }

            """)
        #expect(finding.explanation.contains("Task 2 begins before task 1, although task 1 was created first."), "\(finding.explanation)")
        #expect(finding.hint.contains("await one before you create the other"), "\(finding.hint)")
    }

    @Test("A loop that polls for deadlocked threads is reported with those threads and the loop's line")
    func pollsTheStuck() throws {
        let finding = try finding(
            """
            import Foundation

            func scenario() {
                let first = NSLock(), second = NSLock()
                let threads = [
                    Thread { first.withLock { second.withLock {} } },
                    Thread { second.withLock { first.withLock {} } },
                ]
                threads.forEach { $0.start() }
                while !threads.allSatisfy(\\.isFinished) { usleep(1000) }
            }

            """)
        #expect(finding.kind == "deadlock" && finding.summary.contains("thread 1 and thread 2 wait for each other for ever"), "\(finding)")
        #expect(finding.lines == [6, 7, 10] && finding.hint.hasPrefix("Acquire the locks in the same order"), "\(finding)")
    }

    @Test("Each kind of execution without a result has its row in the table")
    func rowsOfTheTable() throws {
        let file = folder.file("ends.swift")
        try """
        import Foundation

        func scenario() -> Int {
            let lock = NSLock(), done = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var first = 0
            for number in 1...2 {
                DispatchQueue.global().async {
                    lock.withLock { if first == 0 { first = number } }
                    done.signal()
                }
            }
            done.wait()
            done.wait()
            if first == 1 { fatalError("one") }
            done.wait()
            return first
        }

        """.write(toFile: file, atomically: false, encoding: .utf8)
        let outcome = try Commands.run(["explore", file], in: folder)
        let rows = outcome.output.split(separator: "\n").filter { $0.hasPrefix("  (") }.map { $0.split(separator: " ") }
        #expect(rows.map { $0.first } == ["(assertion)", "(deadlock)"], "\(outcome.output)")
        #expect(Set(rows.map { $0.last }).count == 2 && rows.allSatisfy { Int($0[1]) ?? 0 > 0 })
    }
}
