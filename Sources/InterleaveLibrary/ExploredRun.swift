import Explorer
import Testing

/// The explored function, and its result in the present execution. Not instrumented, so that it is not part of the explored code.
final class ExploredRun<Outcome>: @unchecked Sendable {
    private let allowed: ((Outcome) -> Bool)?
    private let text = OutcomeText<Outcome>()
    private var result: Result<Outcome, any Error>?
    /// The expectations of the test that failed in the present execution.
    private var issues: [String] = []

    init(_ allowed: ((Outcome) -> Bool)?) { self.allowed = allowed }

    /// The function as the first thread of the program. In a test it runs as a task, so that the test's expectations know their test.
    func program(_ body: @escaping () throws -> Outcome) -> ExploredProgram {
        if Test.current != nil { return program { () async throws -> Outcome in try body() } }
        return ExploredProgram(
            body: {
                self.result = nil
                self.result = .success(try body())
            }, conclude: { try self.conclude() })
    }

    /// The function as a task on the main actor.
    func program(_ body: @escaping () async throws -> Outcome) -> ExploredProgram {
        let shared = Shared(run: self, body: body, test: Test.current, testCase: Test.Case.current)
        let values = TaskValues()
        var program = ExploredProgram(
            body: {
                shared.run.result = nil
                shared.run.issues = []
                values.inherit()
                Task { @MainActor in await shared.call() }
            }, conclude: { try self.conclude() })
        program.isAsynchronous = true
        return program
    }

    /// The threads of an explored function take turns on one real thread, so no two use it at the same time.
    private struct Shared: @unchecked Sendable {
        let run: ExploredRun
        let body: () async throws -> Outcome
        let test: Test?
        let testCase: Test.Case?

        func call() async {
            guard let test else { return await callBody() }
            // A failed expectation is a failure of this execution, and no issue of the test yet.
            let handler = IssueHandlingTrait.compactMapIssues { issue in
                if Self.isFailure(issue) { run.issues.append(Self.words(issue)) }
                return nil
            }
            do {
                try await handler.provideScope(for: test, testCase: testCase) { await callBody() }
            } catch {
                run.result = .failure(error)
            }
        }

        /// Whether it is neither known nor a warning.
        private static func isFailure(_ issue: Issue) -> Bool {
            #if compiler(>=6.3)
                issue.isFailure
            #else
                true
            #endif
        }

        /// "Expectation failed: await account.balance >= 0 (BankTests.swift:12)"
        private static func words(_ issue: Issue) -> String {
            var text = "\(issue)"
            if text.hasSuffix(" (error)") { text.removeLast(8) }
            let prefix = ExplorationReport.Finding.failedExpectation
            let place = issue.sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
            return (text.hasPrefix(prefix) ? text : prefix + text) + place
        }

        private func callBody() async {
            do { run.result = .success(try await body()) } catch { run.result = .failure(error) }
        }
    }

    private func conclude() throws -> (text: String, isAllowed: Bool) {
        if let issue = issues.first { throw ExpectationFailed(description: issue) }
        guard let outcome = try result?.get() else { return ("", true) }
        return (Outcome.self == Void.self ? "returned" : text.of(outcome), allowed?(outcome) ?? true)
    }
}

/// An expectation of the test failed in this execution.
struct ExpectationFailed: Error, CustomStringConvertible { let description: String }
