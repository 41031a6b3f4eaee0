import ExploredPrograms
import Explorer
import Foundation
import Testing

/// Results of exploring wrong programs and their fixed twins.
@Suite(.serialized) struct ExplorationTests {
    @Test("The lost update is found, with both outcomes, in its four different executions")
    func update() {
        let report = explore { lostUpdate() }
        #expect(report.verdict == .race)
        #expect(Set(report.outcomes.keys) == [1, 2])
        #expect(report.executions == 4)
        #expect(report.isComplete)
    }

    @Test("A counter under a lock is never wrong and has no race")
    func locked() {
        let report = explore { lockedUpdate() }
        #expect(report.verdict == .none)
        #expect(report.outcomes.keys.sorted() == [2])
        #expect(report.executions == 2)
        #expect(report.isComplete)
    }

    @Test("Two locks in opposite orders deadlock, and the finding says which task waits for which; in one order they do not")
    func deadlock() throws {
        let wrong = explore { twoLocks(inOrder: false) }
        #expect(wrong.verdict == .deadlock)
        #expect(wrong.isComplete)
        #expect(wrong.outcomes.keys.sorted() == [2])
        guard case .deadlock(let waiting)? = wrong.findings.first?.failure else {
            Issue.record("the deadlock does not say which task waits")
            return
        }
        #expect(waiting.map(\.task) == [0, 1, 2])
        #expect(waiting.map(\.cause) == [.end, .lock, .lock])
        #expect(waiting.map(\.holders) == [[1], [2], [1]])
        let right = explore { twoLocks(inOrder: true) }
        #expect(right.verdict == .none)
        #expect(right.executions == 2)
        #expect(right.isComplete)
    }

    @Test("A value passed through a condition arrives without a data race; a wait without a check can block forever")
    func condition() {
        let right = explore { handOver(checksFirst: true) }
        #expect(right.verdict == .none)
        #expect(right.outcomes.keys.sorted() == [42])
        #expect(right.isComplete)
        let wrong = explore { handOver(checksFirst: false) }
        #expect(wrong.verdict == .deadlock)
        #expect(wrong.outcomes.keys.sorted() == [42])
    }

    @Test("Foundation's threads are explored like any others")
    func foundation() {
        let report = explore { foundationThreads() }
        #expect(report.verdict == .none)
        #expect(report.outcomes.keys.sorted() == [2])
        #expect(report.isComplete)
    }

    @Test("A trap in some executions is found, and the other executions are run")
    func trap() {
        let report = explore { trapsSometimes() }
        #expect(report.findings.contains { if case .trap(signal: Int(SIGILL), _, _) = $0.failure { true } else { false } })
        #expect(report.outcomes.keys.sorted() == [0])
        #expect(report.isComplete)
    }

    @Test("A singleton that is created when none is found is created twice in some executions")
    func singleton() {
        let report = explore { racingSingleton() }
        #expect(report.verdict == .race)
        #expect(report.outcomes.keys.contains(1))
        #expect(report.outcomes.keys.contains(2))
        #expect(report.isComplete)
    }

    @Test("A lazy variable is initialized once in each execution, whichever thread comes first")
    func lazy() {
        let report = explore { lazySingleton() }
        #expect(report.verdict == .none)
        #expect(report.outcomes.keys.sorted() == [1])
        #expect(report.executions == 2)
        #expect(report.isComplete)
    }

    @Test("An atomic flag publishes what was written before it if it releases and acquires, and races if it is relaxed")
    func atomics() {
        let ordered = explore { publish(ordered: true) }
        #expect(ordered.verdict == .none)
        #expect(Set(ordered.outcomes.keys) == [-1, 42])
        #expect(explore { publish(ordered: false) }.verdict == .race)
        let whole = explore { atomicCounter(inOneStep: true) }
        #expect(whole.verdict == .none)
        #expect(whole.outcomes.keys.sorted() == [2])
        #expect(Set(explore { atomicCounter(inOneStep: false) }.outcomes.keys) == [1, 2])
    }

    @Test("Readers at the same time and a writer alone: no data race, each reader before or after the writer")
    func readersAndWriters() {
        let report = explore { readersAndWriter() }
        #expect(report.verdict == .none)
        #expect(Set(report.outcomes.keys) == [[0, 0], [0, 1], [1, 0], [1, 1]])
        #expect(report.isComplete)
    }

    @Test("The schedule of each outcome and of each failure leads to it again")
    func replays() throws {
        let report = explore { lostUpdate() }
        for (outcome, occurrence) in report.outcomes {
            for _ in 0..<20 { #expect(Array(replay(occurrence.schedule) { lostUpdate() }.outcomes.keys) == [outcome]) }
        }
        let dead = try #require(explore { twoLocks(inOrder: false) }.findings.first)
        for _ in 0..<20 { #expect(replay(dead.schedule) { twoLocks(inOrder: false) }.findings.map(\.failure) == [dead.failure]) }
    }

    @Test("A thousand explorations leave no threads, though some executions of each end in a deadlock")
    func threads() throws {
        func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
        _ = explore { twoLocks(inOrder: false) }
        let before = try count()
        for _ in 0..<1000 { _ = explore { twoLocks(inOrder: false) } }
        #expect(try count() < before + 20)
    }

    @Test("An interrupted search has schedules that lead to the reported outcomes, and claims no others")
    func interrupted() throws {
        var made = ""
        let program = ExploredProgram(
            body: {
                let lock = NSLock()
                nonisolated(unsafe) var order = ""
                DispatchQueue.concurrentPerform(iterations: 5) { number in
                    for _ in 0..<3 { lock.withLock { order += "\(number)" } }
                }
                made = order
            }, conclude: { (made, true) })
        let session = ExplorationSession(program)
        var count = 0
        session.continues = { _ in
            count += 1
            return count < 8000
        }
        let report = session.explore()
        #expect(report.wasStopped && report.outcomes.count == 8000)
        let tried = report.outcomes.filter(\.isTried)
        #expect(tried.count >= 20 && tried.allSatisfy(\.isReproducible))
        // The most frequent outcomes get their schedules first; others have one if a search with few preemptions meets them.
        #expect(report.outcomes.prefix(20).allSatisfy { $0.isTried })
        for outcome in tried.prefix(20) + tried.suffix(20) {
            #expect(ExplorationSession(program).replay(outcome.path).outcomes.map(\.text) == [outcome.text])
        }
    }
}
