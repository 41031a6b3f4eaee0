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

    @Test("04 Enter and leave, on every code path", .enabled(if: isStarted("04-group-balance"), "not started"))
    func groupBalance() throws { try grade("04-group-balance") }

    @Test("05 Strides", .enabled(if: isStarted("05-apply-stride"), "not started"))
    func applyStride() throws { try grade("05-apply-stride") }

    @Test("06 Wait for a callback", .enabled(if: isStarted("06-wait-for-callback"), "not started"))
    func waitForCallback() throws { try grade("06-wait-for-callback") }

    @Test("07 At most n downloads at the same time", .enabled(if: isStarted("07-at-most-n"), "not started"))
    func atMost() throws { try grade("07-at-most-n") }

    @Test("08 No sync onto your own queue", .enabled(if: isStarted("08-no-self-sync"), "not started"))
    func noSelfSync() throws { try grade("08-no-self-sync") }

    @Test("09 Lock order", .enabled(if: isStarted("09-lock-order"), "not started"))
    func lockOrder() throws { try grade("09-lock-order") }

    @Test("10 Dining philosophers", .enabled(if: isStarted("10-philosophers"), "not started"))
    func philosophers() throws { try grade("10-philosophers") }

    @Test("11 Signal counter", .enabled(if: isStarted("11-signal-counter"), "not started"))
    func signalCounter() throws { try grade("11-signal-counter") }

    @Test("12 Cooperative cancellation", .enabled(if: isStarted("12-cooperative-cancel"), "not started"))
    func cooperativeCancel() throws { try grade("12-cooperative-cancel") }

    @Test("13 Asynchronous operation", .enabled(if: isStarted("13-async-operation"), "not started"))
    func asyncOperation() throws { try grade("13-async-operation") }

    @Test("14 Dependency diamond", .enabled(if: isStarted("14-dependency-diamond"), "not started"))
    func dependencyDiamond() throws { try grade("14-dependency-diamond") }

    @Test("15 A work item that can be cancelled", .enabled(if: isStarted("15-cancellable-work-item"), "not started"))
    func cancellableWorkItem() throws { try grade("15-cancellable-work-item") }

    @Test("16 Photo pipeline", .enabled(if: isStarted("16-photo-pipeline"), "not started"))
    func photoPipeline() throws { try grade("16-photo-pipeline") }

    @Test("17 Progress throttle", .enabled(if: isStarted("17-progress-throttle"), "not started"))
    func progressThrottle() throws { try grade("17-progress-throttle") }

    @Test("18 A line reader", .enabled(if: isStarted("18-line-reader"), "not started"))
    func lineReader() throws { try grade("18-line-reader") }

    @Test("19 Bounded buffer", .enabled(if: isStarted("19-bounded-buffer"), "not started"))
    func boundedBuffer() throws { try grade("19-bounded-buffer") }

    @Test("20 Actor reentrancy", .enabled(if: isStarted("20-actor-reentrancy"), "not started"))
    func imageCache() throws { try grade("20-actor-reentrancy") }

    @Test("21 A task group with a limit", .enabled(if: isStarted("21-task-group-limit"), "not started"))
    func taskGroupLimit() throws { try grade("21-task-group-limit") }

    @Test("22 Resume exactly once", .enabled(if: isStarted("22-resume-exactly-once"), "not started"))
    func resumeOnce() throws { try grade("22-resume-exactly-once") }

    /// The package that these tests belong to.
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The folder of its executables; the tests are one of them.
    static let buildFolder: String = {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: path).deletingLastPathComponent().path
    }()

    static let exercises = (try? Exercise.all(ofPackage: package)) ?? []

    /// Whether there is something to grade. A missing file counts too, so that its test reports it.
    static func isStarted(_ name: String) -> Bool {
        guard let exercise = exercises.first(where: { $0.name == name }) else { return true }
        return (try? ExerciseFolder(exercise, in: package).isStarted()) ?? true
    }

    private func grade(_ name: String) throws {
        let exercise = try #require(Self.exercises.first { $0.name == name })
        let workshop = try GradingWorkspace(
            package: Self.package, buildFolder: Self.buildFolder, recorder: "\(Self.buildFolder)/libInterleavePreload.so")
        let grade = try Grader(workshop).gradeOwn(exercise)
        Progress.remember(grade, of: exercise, in: Self.package)
        if !grade.passed { Issue.record(Comment(rawValue: grade.text())) }
    }
}
