import Foundation
import Testing

/// What libraries do for a program is explored where it shows.
@Suite struct ExploreLibraryTests {
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

    @Test("An operation may ask for its own state by a weak reference, in the middle of its work")
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

    @Test("A lock with a condition orders what is done under it")
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
}
