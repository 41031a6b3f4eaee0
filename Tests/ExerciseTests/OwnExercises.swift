import Foundation
import Grading
import Testing

// The learner's own files in `Exercises`: each is graded as `interleave grade` does, and skipped as
// long as it is unchanged. These tests show the learner's progress. `GradingTests` prove that the
// exercises themselves are correct.

@Suite(.serialized) struct OwnExercises {
    @Test("01 Once", .enabled(if: isStarted("01-once"), "not started")) func once() throws { try grade("01-once") }

    @Test("02 Readers and writers", .enabled(if: isStarted("02-reader-writer"), "not started"))
    func readerWriter() throws { try grade("02-reader-writer") }

    @Test("03 Call me after all downloads", .enabled(if: isStarted("03-group-notify"), "not started"))
    func groupNotify() throws { try grade("03-group-notify") }

    @Test("05 Strides", .enabled(if: isStarted("05-apply-stride"), "not started"))
    func applyStride() throws { try grade("05-apply-stride") }

    /// The package that these tests belong to.
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The folder of its executables; the tests are one of them.
    static let buildFolder: String = {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: path).deletingLastPathComponent().path
    }()

    /// Whether there is something to grade. A missing file counts too, so that its test reports it.
    static func isStarted(_ name: String) -> Bool {
        guard let exercise = Exercise.all.first(where: { $0.name == name }) else { return true }
        return (try? ExerciseFolder(exercise, in: package).isStarted()) ?? true
    }

    private func grade(_ name: String) throws {
        let exercise = try #require(Exercise.all.first { $0.name == name })
        let workshop = try GradingWorkspace(
            package: Self.package, buildFolder: Self.buildFolder, recorder: "\(Self.buildFolder)/libInterleavePreload.so")
        let grade = try Grader(workshop).gradeOwn(exercise)
        Progress.remember(grade, of: exercise, in: Self.package)
        if !grade.passed { Issue.record(Comment(rawValue: grade.text())) }
    }
}
