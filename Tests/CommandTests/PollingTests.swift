import Foundation
import TestSupport
import Testing

/// Loops that wait repeatedly for a limited time, or poll: their searches are complete, and a
/// deadlock at the same time is found.
@Suite(.startsProcesses) struct PollingTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private struct Report: Decodable {
        struct Outcome: Decodable {
            var outcome: String
            var token: String
        }
        struct Failure: Decodable {
            var summary: String
            var token: String
        }
        var verdict: String
        var complete: Bool
        var executions: Int
        var distinctOutcomes: [Outcome]
        var failure: Failure?
        var outcomes: Set<String> { Set(distinctOutcomes.map(\.outcome)) }
    }

    private func report(_ text: String) throws -> Report { try Commands.report(text, in: folder) }

    /// Scripts that wait for a call of `go`: how it is started, and how it is waited for.
    static let loops: [(begin: String, wait: String)] = [
        (
            "let queue = OperationQueue()\nqueue.addOperation { print(\"a\") }\nqueue.addOperation { print(\"b\") }",
            "while queue.operationCount > 0 {}"
        ),
        (
            "let queue = OperationQueue()\nqueue.addOperation { print(\"a\") }\nqueue.addOperation { print(\"b\") }",
            "while !queue.operations.isEmpty { usleep(1000) }"
        ),
        (
            """
            let one = BlockOperation { print("a") }, two = BlockOperation { print("b") }, queue = OperationQueue()
            queue.addOperations([one, two], waitUntilFinished: false)
            """, "while !(one.isFinished && two.isFinished) {}"
        ),
        (
            """
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async { print("a"); done.signal() }
            DispatchQueue.global().async { print("b"); done.signal() }
            """,
            "for _ in 0..<2 { while done.wait(timeout: .now() + 0.1) == .timedOut {} }"
        ),
        (
            """
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { print("a") }
            DispatchQueue.global().async(group: group) { print("b") }
            """, "while group.wait(timeout: .now() + .milliseconds(5)) != .success {}"
        ),
        (
            """
            let condition = NSCondition()
            nonisolated(unsafe) var count = 0
            func work(_ word: String) { print(word); condition.lock(); count += 1; condition.signal(); condition.unlock() }
            Thread { work("a") }.start()
            Thread { work("b") }.start()
            """,
            """
            condition.lock()
            while count < 2 { _ = condition.wait(until: Date().addingTimeInterval(0.1)) }
            condition.unlock()
            """
        ),
    ]

    @Test("A loop that waits for a limited time, or polls, until work is done is explored to its end", arguments: Corpus.part(loops))
    func bounded(_ loop: (begin: String, wait: String)) throws {
        let found = try report("import Foundation\n\(loop.begin)\n\(loop.wait)\nprint(\"end\")\n")
        #expect(found.complete && found.verdict == "none" && found.executions < 500, "\(found)")
        #expect(found.outcomes == ["a\nb\nend", "b\na\nend"], "\(found)")
        for outcome in found.distinctOutcomes {
            let again = try Commands.run(["replay", outcome.token, folder.file("scenario.swift")], in: folder)
            #expect(again.code == 0, "\(again.output) \(again.errors)")
        }
    }

    /// Two threads that wait for each other's lock, and the main thread's waits for both.
    static let polls: [(begin: String, each: String, wait: String)] = [
        ("let queue = OperationQueue()", "queue.addOperation { WORK }", "while queue.operationCount > 0 { usleep(1000) }"),
        ("let queue = OperationQueue()", "queue.addOperation { WORK }", "while queue.operationCount > 0 {}"),
        (
            "let group = DispatchGroup()", "DispatchQueue.global().async(group: group) { WORK }",
            "while group.wait(timeout: .now() + 1) == .timedOut {}"
        ),
        (
            "let group = DispatchGroup()", "DispatchQueue.global().async(group: group) { WORK }",
            "while group.wait(timeout: .now() + 1) == .timedOut { print(\"still waiting\") }"
        ),
        (
            "let lock = NSLock()\nnonisolated(unsafe) var count = 0", "Thread { WORK; lock.withLock { count += 1 } }.start()",
            "while lock.withLock({ count < 2 }) { Thread.sleep(forTimeInterval: 0.01) }"
        ),
    ]

    @Test("A deadlock during a waiting loop is found, and reported with the two deadlocked threads", arguments: Corpus.part(polls))
    func deadlock(_ poll: (begin: String, each: String, wait: String)) throws {
        let one = "first.lock(); second.lock(); second.unlock(); first.unlock()"
        let two = "second.lock(); first.lock(); first.unlock(); second.unlock()"
        let text = """
            import Foundation
            let first = NSLock(), second = NSLock()
            \(poll.begin)
            \(poll.each.replacing("WORK", with: one))
            \(poll.each.replacing("WORK", with: two))
            \(poll.wait)
            print("end")

            """
        let found = try report(text)
        #expect(found.verdict == "deadlock", "\(found)")
        #expect(found.failure?.summary.contains("wait for each other for ever") == true, "\(found)")
        #expect(found.outcomes.contains { $0.hasSuffix("end") }, "\(found)")
        let token = try #require(found.failure?.token)
        let again = try Commands.run(["replay", token, folder.file("scenario.swift")], in: folder)
        let words = again.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(again.code == 1 && words.contains("wait for each other for ever"), "\(again.output) \(again.errors)")
    }

    @Test(
        "Two threads that poll, while a third that would release them does not run for long, are not a livelock",
        arguments: Corpus.part([
            (
                "let gate = NSLock(); gate.lock()", "while !gate.lock(before: Date(timeIntervalSinceNow: 1)) {}; gate.unlock()",
                "gate.unlock()"
            ),
            (
                "let gate = DispatchSemaphore(value: 0)", "while gate.wait(timeout: .now() + 1) == .timedOut {}; gate.signal()",
                "gate.signal()"
            ),
            ("let gate = DispatchGroup(); gate.enter()", "while gate.wait(timeout: .now() + 1) == .timedOut {}", "gate.leave()"),
        ]))
    func unfair(_ begin: String, _ poll: String, _ release: String) throws {
        let report = try report(
            """
            import Foundation
            \(begin)
            let all = DispatchGroup()
            for _ in 0..<2 { DispatchQueue.global().async(group: all) { \(poll) } }
            \(release)
            all.wait()
            print("end")
            """)
        #expect(report.verdict == "none" && report.outcomes == ["end"])
    }

    @Test("A loop with a deadline during a deadlock gives up, and is not a livelock")
    func deadline() throws {
        let found = try report(
            """
            import Foundation
            let never = DispatchSemaphore(value: 0)
            let end = Date().addingTimeInterval(60)
            nonisolated(unsafe) var isDone = false
            let lock = NSLock()
            Thread { never.wait(); lock.withLock { isDone = true } }.start()
            while !lock.withLock({ isDone }) && Date() < end { Thread.sleep(forTimeInterval: 0.01) }
            print(lock.withLock { isDone } ? "done" : "gave up")
            """)
        #expect(found.outcomes == ["gave up"] && found.verdict == "none", "\(found)")
    }

    @Test("A loop that counts its timed-out waits and gives up is explored to its end", arguments: [3, 400])
    func counted(_ most: Int) throws {
        let found = try report(
            """
            import Dispatch
            let never = DispatchSemaphore(value: 0), other = DispatchSemaphore(value: 0)
            DispatchQueue.global().async { other.wait() }
            var tries = 0
            while never.wait(timeout: .now() + 0.1) == .timedOut {
                tries += 1
                if tries == \(most) { break }
            }
            print(tries)
            """)
        #expect(found.outcomes == ["\(most)"] && found.verdict == "none", "\(found)")
    }
}
