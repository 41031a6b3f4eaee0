// Made by ./setup, from the files Judge.swift of the exercises.

extension ExerciseJudge {
    /// All judges, by the names of their exercises.
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
