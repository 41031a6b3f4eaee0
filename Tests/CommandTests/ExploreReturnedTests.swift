import Foundation
import TestSupport
import Testing

/// Work that is blocked after scenario() has returned: it is reported, and the outcome stays.
@Suite(.startsProcesses, .takesTurns) struct ExploreReturnedTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    struct Leftover: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var isAsync = false
        var text: String
        var verdict: String
    }

    static let programs: [Leftover] = [
        .init(
            testDescription: "a thread at a semaphore",
            text: "let s = DispatchSemaphore(value: 0)\n    Thread.detachNewThread { s.wait() }", verdict: "deadlock"),
        .init(
            testDescription: "a block at a group",
            text: "let g = DispatchGroup()\n    g.enter()\n    DispatchQueue.global().async { g.wait() }", verdict: "deadlock"),
        .init(
            testDescription: "two threads and two locks",
            text:
                "let a = NSLock(), b = NSLock()\n    Thread.detachNewThread { a.lock(); b.lock(); b.unlock(); a.unlock() }\n    Thread.detachNewThread { b.lock(); a.lock(); a.unlock(); b.unlock() }",
            verdict: "deadlock"),
        .init(
            testDescription: "a task at a continuation", isAsync: true,
            text: "Task { await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in } }", verdict: "leak"),
        .init(
            testDescription: "a thread at a lock that is kept",
            text: "let lock = NSLock()\n    lock.lock()\n    Thread.detachNewThread { lock.lock(); lock.unlock() }", verdict: "deadlock"),
    ]

    @Test("Work that is blocked after the end of scenario() is reported as that, and the outcome is counted", arguments: programs)
    func leftover(_ program: Leftover) throws {
        let text = """
            import Dispatch
            import Foundation
            func scenario() \(program.isAsync ? "async " : "")-> Int {
                \(program.text)
                return 7
            }

            """
        let outcome = try Commands.explore(text, ["--json"], in: folder)
        let report = try JSONDecoder().decode(ExplanationTests.Report.self, from: Data(outcome.output.utf8))
        let finding = try #require(report.findings.first)
        #expect(outcome.code == 1 && report.verdict == program.verdict && report.complete)
        #expect(finding.summary.contains("after scenario() has returned: "), "\(finding)")
        #expect(finding.explanation.contains("scenario() has returned with the outcome 7."), "\(finding)")
        let row = try #require(report.distinctOutcomes.first)
        #expect(report.distinctOutcomes.count == 1 && row.outcome == "7")
        let page = try Commands.run(["explore", "--all", folder.file("scenario.swift")], in: folder).output.split(separator: "\n")
        #expect(!page.contains { $0.hasPrefix("  (\(program.verdict))") } && page.contains { $0.hasPrefix("  7 ") }, "\(page)")
        let replay = try Commands.run(["replay", finding.token, folder.file("scenario.swift")], in: folder)
        #expect(replay.output.contains("has returned"), "\(replay.output)")
    }

    @Test("Work that blocks scenario() itself is reported without that, and there is no outcome")
    func awaited() throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            import Dispatch
            func scenario() -> Int {
                let semaphore = DispatchSemaphore(value: 0)
                DispatchQueue(label: "queue").sync { semaphore.wait() }
                return 7
            }

            """, code: 1, in: folder)
        #expect(report.verdict == "deadlock" && report.distinctOutcomes.isEmpty)
        #expect(report.findings.first?.summary.contains("has returned") == false)
    }

    @Test("Worker threads that wait for more work are not reported")
    func workers() throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            import Foundation
            final class Orders: @unchecked Sendable {
                private let condition = NSCondition()
                private var orders: [Int] = []
                func give(_ order: Int) { condition.lock(); orders.append(order); condition.signal(); condition.unlock() }
                func take() -> Int {
                    condition.lock()
                    defer { condition.unlock() }
                    while orders.isEmpty { condition.wait() }
                    return orders.removeFirst()
                }
            }
            func scenario() -> Int {
                let orders = Orders()
                for _ in 0..<2 { Thread.detachNewThread { while true { _ = orders.take() } } }
                orders.give(1)
                return 7
            }

            """, code: 0, in: folder)
        #expect(report.verdict == "none" && report.distinctOutcomes.map(\.outcome) == ["7"])
    }

    @Test("exit() ends the program with its code, after any possible work of other threads; of two calls, each can be first")
    func exits() throws {
        let one: ExplanationTests.Report = try Commands.report(
            "import Foundation\nfunc scenario() -> Int {\n    Thread.detachNewThread { while true { sleep(1) } }\n    exit(3)\n}\n",
            code: 0,
            in: folder)
        #expect(one.verdict == "none" && one.complete && one.distinctOutcomes.map(\.outcome) == ["exit(3)"], "\(one)")
        let two: ExplanationTests.Report = try Commands.report(
            "import Foundation\nfunc scenario() {\n    Thread.detachNewThread { exit(1) }\n    exit(0)\n}\n", code: 0, in: folder)
        #expect(Set(two.distinctOutcomes.map(\.outcome)) == ["", "exit(1)"])
        let trap: ExplanationTests.Report = try Commands.report(
            "import Foundation\nfunc scenario() {\n    Thread.detachNewThread { fatalError(\"no\") }\n    exit(0)\n}\n", code: 1, in: folder
        )
        #expect(trap.verdict == "assertion")
    }
}
