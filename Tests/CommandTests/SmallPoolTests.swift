import TestSupport
import Testing

/// Swift tasks that block their threads: a program that does not fail with as many threads as it needs can hang with fewer.
@Suite(.startsProcesses) struct SmallPoolTests {
    private struct Report: Decodable {
        struct Pool: Decodable {
            var threads: Int
            var token: String
        }
        var verdict: String
        var smallPool: Pool?
    }

    private let folder: Folder
    init() throws { folder = try Folder() }

    private static let signalled = """
        import Foundation

        func scenario() async {
            let ready = DispatchSemaphore(value: 0)
            let worker = Task {
                await Task.yield()
                ready.signal()
            }
            let waiters = (1...COUNT).map { _ in Task { ready.wait(); ready.signal() } }
            for waiter in waiters { await waiter.value }
            await worker.value
        }

        """

    private static let heldAcrossAwait = """
        import Foundation

        final class Cache: @unchecked Sendable {
            let gate = DispatchSemaphore(value: 1)
            var value = 0

            func refresh() async {
                gate.wait()
                await Task.yield()
                value += 1
                gate.signal()
            }
        }

        func scenario() async {
            let cache = Cache()
            async let a: Void = cache.refresh()
            async let b: Void = cache.refresh()
            _ = await (a, b)
        }

        """

    @Test("The pool in which a task hangs because another one blocks its thread is told, with the line and a schedule", arguments: [1, 2])
    func blocked(_ count: Int) throws {
        try expectPool(Self.signalled.replacing("COUNT", with: "\(count)"), threads: count, line: 9, says: "ready.wait()")
    }

    @Test("A semaphore that a task holds across an await is told")
    func held() throws { try expectPool(Self.heldAcrossAwait, threads: 1, line: 8, says: "gate.wait()") }

    private func expectPool(_ text: String, threads: Int, line: Int, says words: String) throws {
        let report: Report = try Commands.report(text, in: folder)
        let pool = try #require(report.smallPool)
        #expect(report.verdict == "none" && pool.threads == threads)
        let file = folder.file("scenario.swift")
        let page = try Commands.run(["explore", file], in: folder).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(page.contains("(`--pool \(threads)`) the program hangs") && page.contains("\(words)") && page.contains("(line \(line))"))
        let again = try Commands.run(["replay", pool.token, file], in: folder)
        #expect(again.code == 1 && again.output.contains("Thread-pool exhaustion: "), "\(again.output)\(again.errors)")
    }

    @Test(
        "Tasks that await each other, and blocks of a queue that wait, are not told",
        arguments: [
            "func scenario() async {\n    let one = Task { await Task.yield() }\n    let two = Task { await one.value }\n    await two.value\n}\n",
            "import Dispatch\nfunc scenario() async {\n    await Task.yield()\n    let ready = DispatchSemaphore(value: 0), group = DispatchGroup()\n    DispatchQueue.global().async(group: group) { ready.wait() }\n    DispatchQueue.global().async(group: group) { ready.signal() }\n    await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }\n}\n",
        ])
    func others(_ text: String) throws {
        let report: Report = try Commands.report(text, in: folder)
        #expect(report.verdict == "none" && report.smallPool == nil)
    }
}
