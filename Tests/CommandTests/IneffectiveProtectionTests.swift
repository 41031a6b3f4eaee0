import Foundation
import TestSupport
import Testing

/// Data races with a protection that does not work: the protection, and why it does not order the
/// accesses.
@Suite(.startsProcesses) struct IneffectiveProtectionTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    /// The code of two threads, and the words of the report.
    struct Way: Sendable, CustomTestStringConvertible {
        var name: String
        var things: String
        var one: String
        var other: String
        var words: [String]
        var hint: String
        var testDescription: String { name }
    }

    static let ways = [
        Way(
            name: "a lock for reading",
            things: "let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)\npthread_rwlock_init(lock, nil)",
            one: "pthread_rwlock_rdlock(lock); hits += 1; pthread_rwlock_unlock(lock)",
            other: "pthread_rwlock_rdlock(lock); hits += 1; pthread_rwlock_unlock(lock)",
            words: ["only for reading"], hint: "pthread_rwlock_wrlock"),
        Way(
            name: "a concurrent queue", things: #"let queue = DispatchQueue(label: "cache", attributes: .concurrent)"#,
            one: "queue.sync { hits += 1 }", other: "queue.sync { hits += 1 }",
            words: ["Both are in blocks of queue “cache”", "that is a concurrent queue"], hint: "flags: .barrier"),
        Way(
            name: "a barrier on a global queue", things: "let queue = DispatchQueue.global()",
            one: "queue.sync(flags: .barrier) { hits += 1 }", other: "queue.sync { hits += 1 }",
            words: ["submitted as a barrier, but to a global queue"], hint: "Create your own concurrent queue"),
        Way(
            name: "a barrier, and an access elsewhere",
            things: #"let queue = DispatchQueue(label: "cache", attributes: .concurrent)"#,
            one: "queue.sync(flags: .barrier) { hits += 1 }", other: "hits += 1",
            words: ["runs alone on queue “cache”", "is not in a block of that queue"], hint: "Submit every access to that queue"),
        Way(
            name: "a semaphore for two", things: "let room = DispatchSemaphore(value: 2)",
            one: "room.wait(); hits += 1; room.signal()", other: "room.wait(); hits += 1; room.signal()",
            words: ["passed the same semaphore", "its first value is 2"], hint: "a semaphore whose first value is 1"),
        Way(
            name: "two locks", things: "let first = NSLock(), second = NSLock()",
            one: "first.lock(); hits += 1; first.unlock()", other: "second.lock()\nhits += 1; second.unlock()",
            words: ["Each of them holds a lock there, but not the same one", "A lock blocks only threads that acquire the same lock."],
            hint: "with the same lock"),
        Way(
            name: "a lock on one side", things: "let lock = NSLock()", one: "lock.withLock { hits += 1 }", other: "hits += 1",
            words: ["holds the lock acquired in `lock.withLock { hits += 1 }`", "does not"],
            hint: "Hold that lock during every access"),
        Way(
            name: "a lock that was released", things: "let lock = NSLock()", one: "lock.withLock {}; hits += 1", other: "hits += 1",
            words: ["they hold no common lock"], hint: "Order the two accesses"),
        Way(
            name: "a semaphore on one side", things: "let room = DispatchSemaphore(value: 1)",
            one: "room.wait(); hits += 1; room.signal()", other: "hits += 1",
            words: ["has passed a semaphore in", "A semaphore blocks only threads that wait"], hint: "Wait for that semaphore before"),
        Way(
            name: "a semaphore that timed out", things: "let room = DispatchSemaphore(value: 1); room.wait(); defer { room.signal() }",
            one: "_ = room.wait(timeout: .now()); hits += 1", other: "hits += 1",
            words: ["they hold no common lock"], hint: "Order the two accesses"),
        Way(
            name: "two queues", things: #"let images = DispatchQueue(label: "images"), texts = DispatchQueue(label: "texts")"#,
            one: "images.sync { hits += 1 }", other: "texts.sync { hits += 1 }",
            words: ["in a block of queue “images”", "in one of queue “texts”", "the two queues run at the same time"],
            hint: "Let one queue own the variable"),
    ]

    @Test("A protection that does not exclude the other thread is explained", arguments: ways)
    func protection(_ way: Way) throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            import Foundation

            func scenario() -> Int {
                nonisolated(unsafe) var hits = 0
                \(way.things)
                DispatchQueue.concurrentPerform(iterations: 2) { number in
                    if number == 0 {
                        \(way.one)
                    } else {
                        \(way.other)
                    }
                }
                return hits
            }

            """, in: folder)
        let finding = try #require(report.findings.first)
        #expect(finding.kind == "race" && finding.hint.contains(way.hint), "\(finding)")
        for words in way.words { #expect(finding.explanation.contains(words), "\(finding.explanation)") }
        if way.words != ["they hold no common lock"] { #expect(!finding.explanation.contains("they hold no common lock")) }
    }

    @Test("If a line is reached with and without the lock, the report does not say which lock was held at the race")
    func nowThisNowThat() throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            import Foundation

            final class Counter: @unchecked Sendable {
                private let lock = NSLock()
                private(set) var value = 0
                private func add() { value += 1 }
                func addTwice() {
                    lock.withLock { add() }
                    add()
                }
            }

            func scenario() -> Int {
                let counter = Counter()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in counter.addTwice() }
                return counter.value
            }

            """, in: folder)
        let finding = try #require(report.findings.first)
        #expect(finding.kind == "race" && finding.explanation.contains("they hold no common lock"), "\(finding.explanation)")
    }
}
