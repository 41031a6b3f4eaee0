/// The part of an exercise of the package that judges in Swift: its `Judge.swift`, which says more than `exercise.json` can, such as which queue
/// was used, or why a thread waits. It judges what the exercise's `Run.swift` has observed, and the trace.
struct ExerciseJudge: Sendable {
    /// How the checks are judged, by their names in `exercise.json`.
    let checks: [String: Judgment]
    /// As in `Exercise`.
    let remarks: @Sendable (Evidence) -> [String]
    let situation: @Sendable (Evidence) -> String?
    let crashedPart: @Sendable (Evidence) -> String?

    init(
        checks: [String: Judgment], remarks: @escaping @Sendable (Evidence) -> [String] = { _ in [] },
        situation: @escaping @Sendable (Evidence) -> String? = { _ in nil },
        crashedPart: @escaping @Sendable (Evidence) -> String? = { _ in nil }
    ) {
        self.checks = checks
        self.remarks = remarks
        self.situation = situation
        self.crashedPart = crashedPart
    }

    /// All judges, by the names of their exercises. A new one needs a line here, and two links: `Grading/Judges` leads to `Judge.swift`, and
    /// `ExerciseChecks/Runs` to `Run.swift`.
    static let all: [String: ExerciseJudge] = [
        "01-once": .once,
        "02-reader-writer": .readerWriter,
        "03-group-notify": .groupNotify,
        "04-group-balance": .groupBalance,
        "05-apply-stride": .applyStride,
        "06-wait-for-callback": .waitForCallback,
        "07-at-most-n": .atMost,
        "08-no-self-sync": .noSelfSync,
        "09-lock-order": .lockOrder,
        "10-philosophers": .philosophers,
        "11-signal-counter": .signalCounter,
        "12-cooperative-cancel": .cooperativeCancel,
        "13-async-operation": .asyncOperation,
        "14-dependency-diamond": .dependencyDiamond,
        "15-cancellable-work-item": .cancellableWorkItem,
        "16-photo-pipeline": .photoPipeline,
        "17-progress-throttle": .progressThrottle,
        "18-line-reader": .lineReader,
        "19-bounded-buffer": .boundedBuffer,
        "20-actor-reentrancy": .imageCache,
        "21-task-group-limit": .taskGroupLimit,
        "22-resume-exactly-once": .resumeOnce,
    ]
}
