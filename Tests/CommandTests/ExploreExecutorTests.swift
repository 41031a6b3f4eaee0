import Foundation
import TestSupport
import Testing

/// Tasks that begin immediately, executors of the program's own, and priorities that rise.
@Suite(.startsProcesses, .takesTurns) struct ExploreExecutorTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    /// A program of tasks, with all its possible outcomes.
    struct Ways: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var outcomes: Set<String>
    }

    static let ways: [Ways] = [
        .init(
            testDescription: "a task that begins immediately",
            text: """
                let task = Task.immediate { log.add("1"); await other.add("A", to: log); log.add("2") }
                    log.add("x")
                    await task.value
                """, outcomes: ["1A2x", "1Ax2", "1xA2"]),
        .init(
            testDescription: "a task that begins immediately and sleeps",
            text: """
                await Task.detached {
                        let task = Task.immediate { log.add("1"); try? await Task.sleep(for: .seconds(1)); log.add("2") }
                        log.add("x")
                        await task.value
                    }.value
                """, outcomes: ["1x2", "12x"]),
        .init(
            testDescription: "an actor on a queue of the program's own keeps the order of its jobs",
            text: "for task in await own.spawn(log) { await task.value }", outcomes: ["abc"]),
        .init(
            testDescription: "other tasks run on an actor with its own queue while it waits",
            text: """
                async let one: Void = own.slow(log)
                    async let added: Void = own.add("o", to: log)
                    _ = await (one, added)
                """, outcomes: ["12o", "1o2", "o12"]),
        .init(
            testDescription: "a handler of a task's rising priority",
            text: """
                let task = Task(priority: .low) {
                        await withTaskPriorityEscalationHandler { log.add("1") } onPriorityEscalated: { _, _ in log.add("!") }
                    }
                    task.escalatePriority(to: .high)
                    await task.value
                """, outcomes: ["1", "1!", "!1"]),
    ]

    @Test("Tasks that begin immediately, executors of the program's own, and priorities that rise", arguments: ways)
    func executors(_ ways: Ways) throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            import Foundation
            final class Log: @unchecked Sendable {
                private let lock = NSLock()
                private var words = ""
                func add(_ word: String) { lock.withLock { words += word } }
                var text: String { lock.withLock { words } }
            }
            final class QueueExecutor: SerialExecutor {
                let queue = DispatchQueue(label: "executor")
                func enqueue(_ job: consuming ExecutorJob) {
                    let job = UnownedJob(job)
                    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
                }
            }
            actor Other { func add(_ word: String, to log: Log) { log.add(word) } }
            actor Own {
                let executor = QueueExecutor()
                nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
                func add(_ word: String, to log: Log) { log.add(word) }
                func slow(_ log: Log) async { log.add("1"); await Task.yield(); log.add("2") }
                func spawn(_ log: Log) -> [Task<Void, Never>] { ["a", "b", "c"].map { word in Task { self.add(word, to: log) } } }
            }
            func scenario() async -> String {
                let log = Log(), other = Other(), own = Own()
                _ = (other, own)
                \(ways.text)
                return log.text
            }

            """, code: 0, in: folder)
        #expect(report.verdict == "none" && report.complete)
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ways.outcomes, "\(report.distinctOutcomes)")
    }
}
