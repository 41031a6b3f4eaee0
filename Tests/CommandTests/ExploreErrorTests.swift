import Foundation
import TestSupport
import Testing

/// Uncaught errors, and traps: where they come from, and that none hides another.
@Suite(.startsProcesses) struct ExploreErrorTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func findings(_ text: String) throws -> [ExplanationTests.Report.Finding] {
        let report: ExplanationTests.Report = try Commands.report(text, in: folder)
        return report.findings
    }

    @Test("An uncaught error is reported with the place that throws it", arguments: ["throws", "throws(Empty)", "async throws"])
    func thrown(how: String) throws {
        let finding = try #require(
            try findings(
                """
                import Dispatch

                struct Empty: Error {}

                func take(from items: [Int]) \(how) -> Int {
                    if items.isEmpty { throw Empty() }
                    return items[0]
                }

                func scenario() \(how) -> Int {
                    try \(how.hasPrefix("async") ? "await " : "")take(from: [])
                }

                """
            ).first)
        #expect(finding.kind == "assertion" && finding.summary == "An error is thrown in this interleaving: Empty()", "\(finding.summary)")
        #expect(finding.lines == [6] && finding.explanation.contains("`if items.isEmpty { throw Empty() }` (line 6)"), "\(finding)")
    }

    /// Code paths on which an error comes out of a function that has not thrown it.
    private static let ways: [(text: String, who: String)] = [
        ("func scenario() throws { try DispatchQueue(label: \"own\").sync {\nthrow Empty() } }", "The main thread throws it"),
        (
            "func scenario() async throws {\nlet task = Task {\nthrow Empty() }\ntry await task.value }", "Task 1 throws it"
        ),
        (
            "func scenario() async throws { try await withThrowingTaskGroup(of: Int.self) { group in group.addTask {\nthrow Empty() }\nfor try await _ in group {} } }",
            "Task 1 throws it"
        ),
        (
            "func scenario() async throws { try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Void, any Error>) in DispatchQueue.global().async {\nanswer.resume(throwing: Empty()) } } }",
            "Block 1 on a global queue throws it"
        ),
    ]

    @Test("The place of an uncaught error is reported on every code path", arguments: ways.indices)
    func passedOn(_ index: Int) throws {
        let way = Self.ways[index]
        let finding = try #require(try findings("import Dispatch\nstruct Empty: Error {}\n\(way.text)\n").first)
        let text = "import Dispatch\nstruct Empty: Error {}\n\(way.text)".split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(text.lastIndex { $0.contains("Empty()") }) + 1
        #expect(finding.explanation.hasPrefix(way.who) && finding.lines == [line], "\(finding)")
    }

    @Test("For a cancelled task, the report names the functions that throw")
    func cancelled() throws {
        let finding = try #require(
            try findings(
                """
                func scenario() async throws -> Int {
                    let task = Task {
                        try await Task.sleep(for: .seconds(1))
                        return 1
                    }
                    task.cancel()
                    return try await task.value
                }

                """
            ).first)
        #expect(finding.explanation.contains("A library function that task 1 has called throws it"), "\(finding)")
        #expect(
            finding.explanation.contains("Task.sleep and Task.checkCancellation() throw this error") && finding.hint.contains("Catch it"))
    }

    @Test("An error that was caught before is not confused with the uncaught one")
    func caughtBefore() throws {
        let finding = try #require(
            try findings(
                """
                struct Late: Error { var number: Int }

                func fail(_ number: Int) throws { throw Late(number: number) }

                func scenario() throws {
                    do { try fail(1) } catch {}
                    try Result<Void, any Error>.failure(Late(number: 2)).get()
                }

                """
            ).first)
        #expect(finding.summary.contains("Late(number: 2)") && !finding.lines.contains(3), "\(finding)")
    }

    @Test(
        "An error that is thrown too early is reported with the change that comes too late, and so is a trap",
        arguments: ["throw Late()", "fatalError(\"late\")"])
    func tooEarly(_ end: String) throws {
        let finding = try #require(
            try findings(
                """
                import Foundation
                struct Late: Error {}
                final class Box: @unchecked Sendable { let lock = NSLock(); var isFull = false }

                func scenario() throws -> Int {
                    let box = Box()
                    Thread.detachNewThread { box.lock.withLock { box.isFull = true } }
                    if !(box.lock.withLock { box.isFull }) { \(end) }
                    return 1
                }

                """
            ).first)
        #expect(finding.explanation.contains("reads Box.isFull for the last time"), "\(finding)")
        #expect(finding.lines == [7, 8] && finding.hint.hasPrefix("Before you use the result of other work, wait"), "\(finding)")
    }

    @Test("A trap hides no other trap: each is reported, with a schedule in which it comes first, and the output before it")
    func twoTraps() throws {
        let findings = try findings(
            """
            import Dispatch
            import Foundation

            func scenario() -> Int {
                nonisolated(unsafe) var items: [Int] = []
                let group = DispatchGroup(), lock = NSLock()
                DispatchQueue.global().async(group: group) { lock.withLock { items.append(1) } }
                DispatchQueue.global().async(group: group) { precondition(lock.withLock { items.count } == 1, "no item") }
                DispatchQueue.global().async(group: group) { print(lock.withLock { items.first }!) }
                group.wait()
                return items.count
            }

            """)
        #expect(findings.map(\.kind) == ["assertion", "assertion"])
        #expect(Set(findings.map(\.token)).count == 2)
        for finding in findings {
            let isOfCheck = finding.summary.contains("no item")
            #expect(finding.summary.contains(isOfCheck ? "line 8" : "line 9"), "\(finding)")
            #expect(
                finding.output.contains(isOfCheck ? ":8: " : ":9: ") && !finding.output.contains(isOfCheck ? ":9: " : ":8: "), "\(finding)")
        }
    }

    @Test("A continuation that two threads resume is one mistake, whichever of them is second")
    func resumedTwice() throws {
        let findings = try findings(
            """
            import Dispatch

            func scenario() async -> Int {
                await withCheckedContinuation { answer in
                    DispatchQueue.global().async {
                        answer.resume(returning: 1)
                    }
                    DispatchQueue.global().async {
                        answer.resume(returning: 2)
                    }
                }
            }

            """)
        #expect(findings.map(\.kind) == ["assertion"], "\(findings)")
    }
}
