import Foundation
import TestSupport
import Testing

/// Work that libraries do for a program is explored if the program can observe it.
@Suite(.startsProcesses, .takesTurns) struct ExploreLibraryTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func report(_ text: String) throws -> ExplanationTests.Report {
        try Commands.report(text, in: folder)
    }

    @Test("The maximum and the minimum of an atomic integer are steps, and relaxed ones order nothing", arguments: ["Int", "UInt16"])
    func extremes(type: String) throws {
        func text(_ ordering: String) -> String {
            """
            import Dispatch
            import Synchronization

            final class Highest: Sendable {
                let value = Atomic<\(type)>(5)
                nonisolated(unsafe) var note = ""
            }
            func scenario() -> String {
                let highest = Highest(), group = DispatchGroup()
                nonisolated(unsafe) var seen = ""
                DispatchQueue.global().async(group: group) {
                    highest.note = "nine"
                    _ = highest.value.max(9, ordering: .\(ordering))
                }
                DispatchQueue.global().async(group: group) {
                    let old = highest.value.min(7, ordering: .\(ordering)).oldValue
                    seen = old == 9 ? "9 \\(highest.note)" : "\\(old)"
                }
                group.wait()
                return "\\(seen), \\(highest.value.load(ordering: .relaxed))"
            }

            """
        }
        let ordered = try report(text("acquiringAndReleasing"))
        #expect(ordered.verdict == "none")
        #expect(Set(ordered.distinctOutcomes.map(\.outcome)) == ["5, 9", "9 nine, 7"])
        #expect(try report(text("relaxed")).verdict == "race")
    }

    @Test("An operation can read its own state through a weak reference, in the middle of its work")
    func ownState() throws {
        let report = try report(
            """
            import Foundation

            final class Holder: @unchecked Sendable { weak var operation: Operation? }
            func scenario() -> String {
                let queue = OperationQueue(), holder = Holder()
                nonisolated(unsafe) var text = "not run"
                let operation = BlockOperation { text = holder.operation!.isCancelled ? "cancelled" : "going on" }
                holder.operation = operation
                queue.addOperation(operation)
                DispatchQueue.global().async { operation.cancel() }
                queue.waitUntilAllOperationsAreFinished()
                return text
            }

            """)
        #expect(report.verdict == "none")
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["not run", "cancelled", "going on"])
    }

    @Test("A source that is resumed once too often is a misuse, and all of the program is explored")
    func source() throws {
        let text = """
            import Dispatch

            func scenario() {
                let source = DispatchSource.makeUserDataAddSource(queue: .global())
                source.activate()
                source.resume()
            }

            """
        let report = try report(text)
        #expect(report.verdict == "misuse" && report.complete)
    }

    @Test("A lock with a condition orders its critical sections")
    func conditionLock() throws {
        let report = try report(
            """
            import Foundation

            func scenario() -> Int {
                let lock = NSConditionLock(condition: 0), group = DispatchGroup()
                nonisolated(unsafe) var count = 0
                for _ in 0..<2 {
                    DispatchQueue.global().async(group: group) {
                        guard lock.try() else { return }
                        count += 1
                        lock.unlock()
                    }
                }
                group.wait()
                return count
            }

            """)
        #expect(report.verdict == "none")
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["1", "2"])
    }

    /// Two blocks, each of which accesses the same variable.
    private func neighbours(_ members: String, _ first: String, _ second: String) -> String {
        """
        import Dispatch
        import Synchronization

        final class Neighbours: Sendable {
            \(members)
            nonisolated(unsafe) var value = 0
        }
        func scenario() -> Int {
            let both = Neighbours(), group = DispatchGroup()
            DispatchQueue.global().async(group: group) { \(first) }
            DispatchQueue.global().async(group: group) { \(second) }
            group.wait()
            return both.value
        }

        """
    }

    @Test("An operation on one of two atomic variables in the same word does not order the other")
    func neighbours() throws {
        let locks = "let first = Mutex(()), second = Mutex(())"
        let change = "both.first.withLock { _ in both.value += 1 }"
        #expect(try report(neighbours(locks, change, "both.second.withLock { _ in both.value += 1 }")).verdict == "race")
        #expect(try report(neighbours(locks, change, change)).verdict == "none")
        for type in ["Bool", "Int8", "UInt16", "Int32"] {
            let flags =
                "let first = Atomic<\(type)>(\(type == "Bool" ? "false" : "0")), second = Atomic<\(type)>(\(type == "Bool" ? "false" : "0"))"
            let set = type == "Bool" ? "true" : "1"
            let tells = "both.value = 1; both.first.store(\(set), ordering: .releasing); both.second.store(\(set), ordering: .relaxed)"
            let right = "if both.first.load(ordering: .acquiring) == \(set) { both.value += 1 }"
            let wrong = "if both.second.load(ordering: .acquiring) == \(set) { both.value += 1 }"
            #expect(try report(neighbours(flags, tells, right)).verdict == "none", "\(type)")
            #expect(try report(neighbours(flags, tells, wrong)).verdict == "race", "\(type)")
        }
    }

    @Test("Two threads that wait for each other's Mutex are reported with the lines where each acquired its own")
    func mutexes() throws {
        let text = """
            import Dispatch
            import Synchronization

            final class Account: Sendable { let cents = Mutex(100) }
            func move(_ from: Account, _ to: Account) {
                from.cents.withLock { one in
                    to.cents.withLock { other in
                        one -= 1
                        other += 1
                    }
                }
            }
            func scenario() {
                let anna = Account(), ben = Account(), group = DispatchGroup()
                DispatchQueue.global().async(group: group) { move(anna, ben) }
                DispatchQueue.global().async(group: group) { move(ben, anna) }
                group.wait()
            }

            """
        let report = try report(text)
        #expect(report.verdict == "deadlock" && report.complete)
        let failure = try #require(report.findings.first)
        #expect(failure.summary.contains("wait for each other for ever"))
        #expect(failure.locations.map(\.line) == [6, 7, 6, 7])
        let steps = try Commands.run(["replay", "--step", failure.token, folder.file("scenario.swift")], in: folder)
        #expect(steps.output.contains("waits for `cents` 1: block 1 holds it"))
    }

    @Test("A barrier of an operation queue leaves no state on its thread", arguments: ["random", "pct"])
    func barrierBlock(strategy: String) throws {
        let outcome = try Commands.explore(
            """
            import Foundation

            func scenario() -> Bool {
                let queue = OperationQueue(), group = DispatchGroup()
                group.enter()
                DispatchQueue.global().async {
                    queue.addBarrierBlock {}
                    group.leave()
                }
                group.enter()
                DispatchQueue.global().async { group.leave() }
                group.wait()
                queue.waitUntilAllOperationsAreFinished()
                return true
            }

            """, ["--strategy", strategy, "--budget", "300"], in: folder)
        #expect(outcome.code == 3 && outcome.output.contains("nothing found"), "\(outcome.output) \(outcome.errors)")
    }

    @Test("A notify block that is never submitted is found, although no thread waits for it")
    func neverNotified() throws {
        func text(_ end: String) -> String {
            """
            import Dispatch

            func scenario() {
                let group = DispatchGroup()
                for number in 1...2 {
                    group.enter()
                    DispatchQueue.global().async { \(end) }
                }
                group.notify(queue: .main) { print("all are here") }
            }

            """
        }
        let forgotten = try report(text("if number == 1 { group.leave() }"))
        #expect(forgotten.verdict == "leak")
        #expect(forgotten.findings.first?.summary.contains("the group `group` never runs: one enter() has no leave()") == true)
        #expect(try report(text("group.leave()")).verdict == "none")
    }
}
