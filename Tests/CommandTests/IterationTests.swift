import Foundation
import TestSupport
import Testing

/// The numbers and names of the iterations of several calls of `concurrentPerform`, in the steps of
/// a replay.
@Suite(.startsProcesses) struct IterationTests {
    private struct Report: Decodable {
        struct Outcome: Decodable { var token: String }
        var distinctOutcomes: [Outcome]
    }

    let folder: Folder
    init() throws { folder = try Folder() }

    private func steps(_ text: String) throws -> String {
        let report: Report = try Commands.report(text, in: folder)
        let token = try #require(report.distinctOutcomes.first?.token)
        let steps = try Commands.run(["replay", token, folder.file("scenario.swift"), "--step"], in: folder)
        #expect(steps.code == 0, "\(steps.errors)")
        return steps.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("Each call of concurrentPerform counts its own iterations, also in a line that runs again")
    func calls() throws {
        let steps = try steps(
            """
            import Dispatch
            for count in [3, 1, 2] { DispatchQueue.concurrentPerform(iterations: count) { _ in } }
            """)
        for count in ["3 iterations,", "1 iteration,", "2 iterations,"] {
            #expect(steps.contains("starts a concurrentPerform: \(count)"), "\(steps)")
        }
        for name in ["iteration 2 of call 1 starts", "iteration 0 of call 2 starts", "iteration 1 of call 3 starts"] {
            #expect(steps.contains(name), "\(steps)")
        }
        #expect(!steps.contains("iteration 3") && !steps.contains("iteration 1 of call 2"), "\(steps)")
    }

    @Test("A call within an iteration is counted separately")
    func nested() throws {
        let steps = try steps(
            """
            import Dispatch
            DispatchQueue.concurrentPerform(iterations: 2) { outer in
                if outer == 0 { DispatchQueue.concurrentPerform(iterations: 3) { _ in } }
            }
            """)
        #expect(steps.contains("main thread starts a concurrentPerform: 2 iterations"), "\(steps)")
        #expect(steps.contains("iteration 0 of call 1 starts a concurrentPerform: 3 iterations"), "\(steps)")
    }

    @Test("The iterations of the only call have just their numbers")
    func one() throws {
        let steps = try steps("import Dispatch\nDispatchQueue.concurrentPerform(iterations: 2) { _ in }\n")
        #expect(steps.contains("iteration 0 starts") && steps.contains("iteration 1 starts") && !steps.contains("of call"), "\(steps)")
    }
}
