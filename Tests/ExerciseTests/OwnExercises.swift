import Foundation
import Grading
import Testing

// The learner's own files in `Exercises`: each is graded as `interleave grade` does. Those that are
// unchanged are left out. These tests show the learner's progress. `GradingTests` prove that the
// exercises themselves are correct.

@Suite(.serialized) struct OwnExercises {
    @Test("Your file passes", arguments: exercises.filter(isStarted).map(\.name))
    func passes(_ name: String) throws {
        let exercise = try #require(Self.exercises.first { $0.name == name })
        let workshop = try GradingWorkspace(
            package: Self.package, buildFolder: Self.buildFolder, recorder: "\(Self.buildFolder)/libInterleavePreload.so")
        let grade = try Grader(workshop).gradeOwn(exercise)
        Progress.remember(grade, of: exercise, in: Self.package)
        if !grade.passed { Issue.record(Comment(rawValue: grade.text())) }
    }

    /// It is skipped with the list of those that are left, and fails if the exercises cannot be read.
    @Test("You have started every exercise", .enabled(if: notStarted.isEmpty, "not started: \(notStarted.joined(separator: ", "))"))
    func started() throws { #expect(try Exercise.all(ofPackage: Self.package).map(\.name) == Self.exercises.map(\.name)) }

    /// The package that these tests belong to.
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The folder of its executables; the tests are one of them.
    static let buildFolder: String = {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: path).deletingLastPathComponent().path
    }()

    static let exercises = (try? Exercise.all(ofPackage: package)) ?? []

    /// Whether there is something to grade. A file that cannot be read counts too, so that its test reports it.
    private static func isStarted(_ exercise: Exercise) -> Bool { (try? ExerciseFolder(exercise, in: package).isStarted()) ?? true }

    private static var notStarted: [String] { exercises.filter { !isStarted($0) }.map(\.name) }
}
