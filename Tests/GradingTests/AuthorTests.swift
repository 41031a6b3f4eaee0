import Foundation
import Testing

@testable import Grading

/// The requirements of every exercise. Attempts are graded one after the other, because each is
/// timed.
@Suite(.serialized) struct AuthorTests {
    static let names = Exercise.all.map(\.name)
    /// The first two of each exercise: `interleave exercises check`, which .ci/run calls, grades them all.
    static let wrongAttempts: [(exercise: String, attempt: WrongAttempt)] = Exercise.all.flatMap { exercise in
        ((try? ExerciseFolder(exercise, in: Bench.package).wrongAttempts()) ?? []).prefix(2).map { (exercise.name, $0) }
    }

    @Test("The solution passes every check", arguments: names)
    func solution(_ name: String) throws {
        let exercise = try Bench.exercise(name)
        let grade = try Bench.grader().grade(ExerciseFolder(exercise, in: Bench.package).solutionPath, for: exercise)
        #expect(grade.passed, "\(grade.text())")
        #expect(grade.points == grade.maxPoints)
    }

    static let otherSolutions: [(exercise: String, path: String)] = Exercise.all.flatMap { exercise in
        ExerciseFolder(exercise, in: Bench.package).otherSolutions().map { (exercise.name, $0) }
    }

    @Test("A solution of another kind passes too", arguments: otherSolutions.indices)
    func otherSolution(_ index: Int) throws {
        let (name, path) = Self.otherSolutions[index]
        let grade = try Bench.grader().grade(path, for: Bench.exercise(name))
        #expect(grade.passed, "\(path): \(grade.text())")
    }

    @Test("The starter compiles and is refused", arguments: names)
    func starter(_ name: String) throws {
        let exercise = try Bench.exercise(name)
        let grade = try Bench.grader().grade(ExerciseFolder(exercise, in: Bench.package).starterPath, for: exercise)
        #expect(grade.status == .graded)
        #expect(!grade.passed)
        #expect(grade.checks.contains { !$0.passed && $0.message.contains("Try this:") })
    }

    @Test("A wrong attempt is refused by the check, and with the verdict, that it declares", arguments: wrongAttempts.indices)
    func wrong(_ index: Int) throws {
        let (name, attempt) = Self.wrongAttempts[index]
        let grade = try Bench.grader().grade(attempt.path, for: Bench.exercise(name))
        #expect(attempt.isRefused(asIn: grade), "\(name), \(attempt.name): \(grade.text())")
    }

    @Test(
        "There are at least three wrong attempts and three hints, a task that names the required declarations, and an explanation",
        arguments: names)
    func texts(_ name: String) throws {
        let folder = ExerciseFolder(try Bench.exercise(name), in: Bench.package)
        #expect(try folder.wrongAttempts().count >= 3)
        #expect(try folder.hints().count == 3)
        #expect(try ExerciseFolder.text(of: folder.readmePath).contains("interleave grade \(name)"))
        #expect(try ExerciseFolder.text(of: folder.explanationPath).count > 300)
    }

    @Test("Each folder of exercises is in the list, and has a test of its own for the learner")
    func complete() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: "\(Bench.package)/Exercises").filter {
            // (One with checks of its own needs no lists.)
            $0.first?.isNumber ?? false && !FileManager.default.fileExists(atPath: "\(Bench.package)/Exercises/\($0)/exercise.json")
        }
        #expect(folders.sorted() == Self.names)
        let tests = try String(contentsOfFile: "\(Bench.package)/Tests/ExerciseTests/OwnExercises.swift", encoding: .utf8)
        for name in Self.names {
            #expect(tests.contains("isStarted(\"\(name)\")") && tests.contains("grade(\"\(name)\")"), "\(name) has no test for the learner")
            for package in ["Exercises", "Solutions"] {
                #expect(try String(contentsOfFile: "\(Bench.package)/\(package)/Package.swift", encoding: .utf8).contains("\"\(name)\""))
            }
        }
    }
}
