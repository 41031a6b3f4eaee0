import Explorer
import Foundation
import System
import TestSupport
import Testing

@testable import Grading

/// Attempts that mean harm: none passes, each is judged within its limits, and nothing of it is left
/// behind.
@Suite(.startsProcesses, .takesTurns) struct HostileTests {
    @Test("An attempt that means harm does not pass, and leaves nothing behind", arguments: Corpus.part(HostileAttempt.all))
    func refused(_ attempt: HostileAttempt) throws {
        let source = attempt.source.replacingOccurrences(of: "PACKAGE", with: Bench.package)
        // (An attempt without end costs its whole limit; another one gets all the time that it needs.)
        let limits = attempt.status == "timedOut" ? AttemptProcess.Limits(time: .seconds(8), work: .seconds(2)) : AttemptProcess.Limits()
        let grade = try Bench.grade(source, for: "05-apply-stride", limits)
        let text = grade.text()
        #expect(!grade.passed && grade.points <= 3, "\(text)")
        #expect(grade.status.rawValue == attempt.status, "\(text)")
        if !attempt.verdict.isEmpty { #expect(grade.trouble?.verdict == attempt.verdict, "\(text)") }
        if !attempt.says.isEmpty { #expect(text.contains(attempt.says), "\(text)") }
        if !attempt.prints.isEmpty {
            #expect(grade.printed.split(separator: "\n").contains { $0 == attempt.prints }, "\(grade.printed)")
        }
        #expect(!FileManager.default.fileExists(atPath: "/dev/shm/interleave-left"))
    }

    @Test("An attempt cannot write the explorer's report itself")
    func forgedReport() throws {
        var report = ExplorationReport()
        report.executions = 3
        report.coverage.isWhole = true
        let forged = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        let grade = try Bench.grade(
            """
            import Foundation
            var calls = 0
            func forEachIndex(below count: Int, _ body: (Int) -> Void) {
                signal(SIGPIPE, SIG_IGN)
                let bytes = Array(#"\(forged)"#.utf8), report = Array("report \\(bytes.count)\\n".utf8) + bytes
                for file in Int32(100)..<120 { _ = report.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } }
                DispatchQueue.concurrentPerform(iterations: count) {
                    calls += 1
                    body($0)
                }
            }
            """, for: "05-apply-stride")
        let check = try #require(grade.checks.first { $0.name == "right in every interleaving" })
        #expect(!check.passed && check.verdict == "race", "\(grade.text())")
    }

    @Test("Beside attempts that mean harm, a correct one gets its grade")
    func graderAlive() throws {
        let exercise = try Bench.exercise("05-apply-stride")
        let grade = try Bench.grader().grade(ExerciseFolder(exercise, in: Bench.package).solutionPath, for: exercise)
        #expect(grade.passed && grade.points == 10, "\(grade.text())")
    }
}
