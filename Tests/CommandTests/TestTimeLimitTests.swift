import Foundation
import TestSupport
import Testing

/// Time limits in tests that `interleave test` explores.
@Suite(.startsProcesses, .takesTurns) struct TestTimeLimitTests {
    /// Tests whose names begin with "good" pass natively in each run; the others can fail natively.
    private static let tests = """
        import Dispatch
        import Foundation
        import Testing

        let done = DispatchSemaphore(value: 0), queue = DispatchQueue(label: "one after the other")

        @Test func goodSemaphore() {
            queue.async { done.signal() }
            #expect(done.wait(timeout: .now() + 5) == .success)
        }
        @Test func goodGroup() {
            let group = DispatchGroup()
            for _ in 0..<2 { DispatchQueue.global().async(group: group) {} }
            #expect(group.wait(timeout: .now() + 1) == .success)
        }
        @Test func goodItem() {
            let item = DispatchWorkItem {}
            DispatchQueue.global().async(execute: item)
            #expect(item.wait(timeout: .now() + 2) == .success)
        }
        @Test func goodAnswer() {
            nonisolated(unsafe) var answer = 0
            queue.async { answer = 1; done.signal() }
            _ = done.wait(timeout: .now() + 5)
            #expect(answer == 1)
        }
        @Test func goodTrap() {
            queue.async { done.signal() }
            if done.wait(timeout: .now() + 5) == .timedOut { fatalError("late") }
        }
        func becomesReady(after seconds: UInt32) -> Bool {
            let condition = NSCondition()
            nonisolated(unsafe) var isReady = false
            queue.async {
                sleep(seconds)
                condition.lock()
                isReady = true
                condition.signal()
                condition.unlock()
            }
            condition.lock()
            defer { condition.unlock() }
            let limit = Date(timeIntervalSinceNow: 5)
            while !isReady, condition.wait(until: limit) {}
            return isReady
        }
        @Test func goodCondition() { #expect(becomesReady(after: 0)) }
        @Test func badCondition() { #expect(becomesReady(after: 10)) }
        func isFree(after seconds: UInt32) -> Bool {
            let lock = NSLock(), held = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                lock.withLock {
                    held.signal()
                    sleep(seconds)
                }
            }
            held.wait()
            let isHeld = lock.lock(before: Date(timeIntervalSinceNow: 5))
            if isHeld { lock.unlock() }
            return isHeld
        }
        @Test func goodLimitedLock() { #expect(isFree(after: 0)) }
        @Test func badLimitedLock() { #expect(isFree(after: 10)) }
        func firstOfTwo(after seconds: Int) async -> String {
            await withTaskGroup(of: String.self) { group in
                group.addTask {
                    if seconds > 0 { try? await Task.sleep(for: .seconds(seconds)) }
                    return "answer"
                }
                group.addTask {
                    try? await Task.sleep(for: .seconds(5))
                    return "time is over"
                }
                let first = await group.next() ?? ""
                group.cancelAll()
                return first
            }
        }
        @Test func goodChild() async { #expect(await firstOfTwo(after: 0) == "answer") }
        @Test func badChild() async { #expect(await firstOfTwo(after: 10) == "answer") }
        @Test func badShort() {
            queue.async { done.signal() }
            #expect(done.wait(timeout: .now() + .milliseconds(10)) == .success)
        }
        @Test func badNever() {
            queue.async {}
            #expect(done.wait(timeout: .now() + 5) == .success)
        }
        @Test func badSleeper() {
            queue.async { sleep(10); done.signal() }
            #expect(done.wait(timeout: .now() + 5) == .success)
        }
        @Test func badBehindSleeper() {
            queue.async { sleep(10) }
            queue.async { done.signal() }
            #expect(done.wait(timeout: .now() + 5) == .success)
        }
        @Test func badLock() {
            let lock = NSLock(), held = DispatchSemaphore(value: 0)
            DispatchQueue.global().async { lock.withLock { held.signal(); sleep(10) } }
            held.wait()
            queue.async { lock.withLock { _ = done.signal() } }
            #expect(done.wait(timeout: .now() + 5) == .success)
        }
        @Test func badOperation() {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.addOperation { sleep(10) }
            queue.addOperation { done.signal() }
            #expect(done.wait(timeout: .now() + 5) == .success)
        }
        @Test func badGroup() {
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) {}
            DispatchQueue.global().async(group: group) { sleep(10) }
            #expect(group.wait(timeout: .now() + 5) == .success)
        }
        @Test func badAfter() {
            queue.asyncAfter(deadline: .now() + 10) { done.signal() }
            #expect(done.wait(timeout: .now() + 5) == .success)
        }
        """

    @Test(
        "A limit of seconds ends a wait only if nothing comes, or if a thread has slept too long; a limit of milliseconds always can")
    func limits() throws {
        let package = try PackageFixture(
            [
                "Limits/Package.swift": """
                // swift-tools-version: 6.0
                import PackageDescription
                let package = Package(name: "Limits", targets: [.testTarget(name: "LimitTests")])
                """,
                "Limits/Tests/LimitTests/LimitTests.swift": Self.tests,
            ], name: "Limits")
        let outcome = try Commands.run(["test", "--json", "--package", package.path], in: package.folder)
        let page = try JSONDecoder().decode(ExploredTestsFixture.Page.self, from: Data(outcome.output.utf8))
        #expect(page.tests.count == 19, "\(outcome.output.prefix(600)) \(outcome.errors)")
        for test in page.tests {
            let isGood = test.name.contains("good")
            #expect(test.status == (isGood ? "passed" : "failed") && test.report?.complete == true, "\(test)")
            if !isGood { #expect(test.report?.verdict == "assertion", "\(test)") }
        }
    }
}
