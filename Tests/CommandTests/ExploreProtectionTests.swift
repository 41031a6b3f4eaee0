import Foundation
import Testing

/// Races of those who believe themselves protected: what they have, and why it does not keep them apart.
@Suite struct ExploreProtectionTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    /// What two tasks do, and what is said of it.
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
            words: ["handed over as a barrier, but to a global queue"], hint: "Make a concurrent queue of your own"),
        Way(
            name: "a barrier beside one who is elsewhere",
            things: #"let queue = DispatchQueue(label: "cache", attributes: .concurrent)"#,
            one: "queue.sync(flags: .barrier) { hits += 1 }", other: "hits += 1",
            words: ["has queue “cache” to itself", "is in no block of that queue"], hint: "Hand every access to that queue"),
        Way(
            name: "a semaphore for two", things: "let room = DispatchSemaphore(value: 2)",
            one: "room.wait(); hits += 1; room.signal()", other: "room.wait(); hits += 1; room.signal()",
            words: ["past the same semaphore", "its value is 2 at first"], hint: "a semaphore that begins with 1"),
        Way(
            name: "two locks", things: "let first = NSLock(), second = NSLock()",
            one: "first.lock(); hits += 1; first.unlock()", other: "second.lock()\nhits += 1; second.unlock()",
            words: ["Each of them has a lock there, but not the same one", "A lock holds up only those who want that very lock."],
            hint: "one and the same lock"),
        Way(
            name: "a lock on one side", things: "let lock = NSLock()", one: "lock.withLock { hits += 1 }", other: "hits += 1",
            words: ["has the lock taken in `lock.withLock { hits += 1 }`", "has nothing of the kind"],
            hint: "Take that lock around every access"),
        Way(
            name: "a lock that was given back", things: "let lock = NSLock()", one: "lock.withLock {}; hits += 1", other: "hits += 1",
            words: ["no lock that both take"], hint: "Let one thing order the two"),
        Way(
            name: "a semaphore on one side", things: "let room = DispatchSemaphore(value: 1)",
            one: "room.wait(); hits += 1; room.signal()", other: "hits += 1",
            words: ["has got past a semaphore in", "A semaphore holds up only those who wait"], hint: "Wait for that semaphore before"),
        Way(
            name: "a semaphore that timed out", things: "let room = DispatchSemaphore(value: 1); room.wait(); defer { room.signal() }",
            one: "_ = room.wait(timeout: .now()); hits += 1", other: "hits += 1",
            words: ["no lock that both take"], hint: "Let one thing order the two"),
        Way(
            name: "two queues", things: #"let images = DispatchQueue(label: "images"), texts = DispatchQueue(label: "texts")"#,
            one: "images.sync { hits += 1 }", other: "texts.sync { hits += 1 }",
            words: ["in a block of queue “images”", "in one of queue “texts”", "the two queues run side by side"],
            hint: "Let one queue own the variable"),
    ]

    @Test("Who has something for its protection that does not keep the other out is told so", arguments: ways)
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
        if way.words != ["no lock that both take"] { #expect(!finding.explanation.contains("no lock that both take")) }
    }

    @Test("Where a line is come to with the lock and without it, nothing is said of what was had when it raced")
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
        #expect(finding.kind == "race" && finding.explanation.contains("no lock that both take"), "\(finding.explanation)")
    }
}
