import Foundation
import Synchronization
import TestSupport
import Testing
import Trace

@testable import Grading

@Suite("A grade for a learner who waits: an early verdict, and the same grade in the end", .serialized, .startsProcesses)
struct EarlyVerdictTests {
    /// A grade, and the grades that came before it.
    private func graded(_ grade: (Grader) throws -> Grade) throws -> (early: [Grade], grade: Grade) {
        let early = Mutex<[Grade]>([])
        let grade = try grade(Grader(try Bench.grader().workshop, early: { grade in early.withLock { $0.append(grade) } }))
        return (early.withLock { $0 }, grade)
    }

    @Test(
        "A mistake of the run, and one that only an interleaving shows, comes early once; the final grade is that of any grader, with its schedule",
        arguments: [("NewEachTime", "01-once"), ("LooksTwice", "01-once")])
    func early(_ attempt: String, _ name: String) throws {
        let exercise = try Bench.exercise(name)
        let wrong = try Bench.wrongAttempt("\(attempt).swift", at: exercise)
        let (early, grade) = try graded { try $0.grade(wrong, for: exercise) }
        #expect(early.count == 1 && early.allSatisfy { !$0.passed && $0.checks.contains { !$0.passed && $0.isJudged } })
        #expect(early.flatMap(\.checks).filter { !$0.passed && $0.isJudged }.allSatisfy { !$0.message.isEmpty })
        let plain = try Bench.grader().grade(wrong, for: exercise)
        #expect(grade.text() == plain.text())
        if attempt == "LooksTwice" {
            let schedule = try #require(grade.schedule)
            #expect(schedule.function == "twoAskFirst" || schedule.function == "twoAskAgain")
            #expect(try TraceReader.read(path: schedule.path).origin == .explorer)
        }
        #expect(plain.schedule == nil)
    }

    @Test("A correct attempt has no early verdict and no schedule")
    func correct() throws {
        let (early, grade) = try graded {
            try $0.grade(ExerciseFolder(.applyStride, in: Bench.package).solutionPath, for: .applyStride)
        }
        #expect(early.isEmpty && grade.passed && grade.points == grade.maxPoints && grade.schedule == nil)
    }
}
