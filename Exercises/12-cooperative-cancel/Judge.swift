import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// A long job that looks whether it is cancelled.
    static let cooperativeCancel = ExerciseJudge(
        checks: [
            "a job that is not cancelled makes all thumbnails": .behaviour(uncancelled),
            "stops after the thumbnail that is being made": .behaviour { (seen: CooperativeCancelRun.Observations, evidence) in
                guard let course = seen.middle, let at = course.cancelledAt else { return didNotReturn }
                if course.stuckCalls > 0 { return stuck(evidence) }
                if course.cancelCall == .restless || course.cancelCall == .asleep && evidence.cancelWaitsForLock {
                    return .notJudged(
                        because: "`cancel()` waits for the job, and it is luck how many thumbnails begin before it can tell the job to stop"
                    )
                }
                guard course.late > 0 else { return nil }
                return GradeFinding(
                    .tooLate,
                    """
                    The job was cancelled while thumbnail \(at) of \(course.photos) was being made. After that it began \
                    \(Evidence.counted(course.late, "more thumbnail")).
                    """,
                    at: evidence.lineOfRun, try: "look at the flag before each thumbnail, inside the loop.")
            },
            "cancel() does not wait for the job": .behaviour { (seen: CooperativeCancelRun.Observations, evidence) in
                guard let course = seen.middle else { return didNotReturn }
                if course.stuckCalls > 0 { return didNotReturn }
                guard course.cancelCall != .returned else { return nil }
                let isRestless = course.cancelCall == .restless
                return GradeFinding(
                    isRestless ? .spins : .waits,
                    """
                    `cancel()` was called while a thumbnail was being made. It \(isRestless ? "spun (busy-waited)" : "was blocked") until that had \
                    finished. The main thread calls it, so the app would not have reacted to a touch during that time.
                    """,
                    at: evidence.lineOfCancel, try: "`cancel()` only sets a flag. Hold no lock while a thumbnail is being made.")
            },
            "a cancelled job makes no thumbnail": .behaviour { (seen: CooperativeCancelRun.Observations, evidence) in
                guard let course = seen.before else { return didNotReturn }
                if course.stuckCalls > 0 { return stuck(evidence) }
                guard course.begun > 0 else { return nil }
                return GradeFinding(
                    .tooLate,
                    "The job was cancelled before `run()` was called. Then `run()` made \(Evidence.counted(course.begun, "thumbnail")).",
                    at: evidence.lineOfRun, try: "look at the flag before the first thumbnail too, and do not reset the flag in `run()`.")
            },
            "the sheet says what it is": .behaviour(sheetIsHonest),
            "right in every interleaving": .interleavings(
                of: [Exploration("cancelledMeanwhile", judge: wrongEnd)],
                unless: { evidence in
                    let seen = try? evidence.observations(CooperativeCancelRun.Observations.self)
                    return seen?.courses.contains { $0.stuckCalls > 0 } == false ? nil : didNotReturn
                }),
        ])

    @Sendable private static func uncancelled(_ seen: CooperativeCancelRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard let course = seen.courses.first else { return didNotReturn }
        if course.stuckCalls > 0 { return stuck(evidence) }
        if course.begun != course.photos || course.kept != course.photos || !course.areInOrder {
            return GradeFinding(
                course.begun > course.photos ? .tooOften : course.begun < course.photos ? .missing : .wrongResult,
                """
                The job was not cancelled. It began \(course.begun) thumbnails of \(course.photos) photos, and the sheet has \(course.kept) \
                thumbnails\(course.areInOrder ? "" : " in a wrong order").
                """,
                at: evidence.lineOfRun, try: "call `makeThumbnail` once for each photo, and keep the results in the order of the photos.")
        }
        guard !course.isComplete else { return nil }
        return GradeFinding(
            .wrongResult, "The job was not cancelled, and made all thumbnails. But it returned `.partial`.", at: evidence.lineOfRun,
            try: "return `.complete` if no thumbnail is missing.")
    }

    @Sendable private static func sheetIsHonest(_ seen: CooperativeCancelRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard let middle = seen.middle, let last = seen.last, let before = seen.before else { return didNotReturn }
        for course in [middle, last, before] {
            if course.stuckCalls > 0 { return didNotReturn }
            let moment =
                course.cancelledAt == 0
                ? "before it ran"
                : course.cancelledAt == course.photos
                    ? "during its last thumbnail" : "during thumbnail \(course.cancelledAt ?? 0) of \(course.photos)"
            let begin = "A job was cancelled \(moment). It made \(Evidence.counted(course.begun, "thumbnail")) of \(course.photos)."
            if course.kept != course.begun || !course.areInOrder {
                return GradeFinding(
                    .wrongResult, "\(begin) The sheet has \(course.kept)\(course.areInOrder ? "" : ", and not those of the first photos").",
                    at: evidence.lineOfRun,
                    try: """
                        keep each finished thumbnail. Look at the flag before you begin a thumbnail, and not between making and keeping \
                        it.
                        """)
            }
            let isAll = course.kept == course.photos
            if course.isComplete != isAll {
                return GradeFinding(
                    .wrongResult, "\(begin) But `run()` returned `\(course.isComplete ? ".complete" : ".partial")`.",
                    at: evidence.lineOfRun,
                    try: isAll
                        ? "the flag says whether `cancel()` was called, also during the last thumbnail. Compare the number of thumbnails with the number of photos."
                        : "return `.partial` if a thumbnail is missing: compare the number of thumbnails with the number of photos.")
            }
        }
        return nil
    }

    @Sendable private static func wrongEnd(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        let begin = "A job with 3 photos ran, and another thread cancelled it. One interleaving has this outcome: \(outcome)."
        if outcome.contains("more thumbnails") {
            return GradeFinding(
                .tooLate, begin, at: evidence.lineOfRun, try: "look at the flag before each thumbnail, and never reset it.")
        }
        return GradeFinding(
            .wrongResult, begin, at: evidence.lineOfRun,
            try: outcome.hasPrefix("a partial sheet") || outcome.hasPrefix("a complete sheet")
                ? """
                the flag can change between two looks at it, so it does not say whether a thumbnail is missing. Compare the number of thumbnails \
                with the number of photos.
                """
                : "keep each finished thumbnail. Look at the flag before you begin a thumbnail, and not between making and keeping it.")
    }

    private static func stuck(_ evidence: Evidence) -> GradeFinding {
        let begin = "A call of `run()` or `cancel()` did not return, although no thumbnail was being made."
        if let standstill = evidence.standstill {
            return GradeFinding(standstill.verdict, "\(begin) \(standstill.what)", at: standstill.place, try: standstill.cure)
        }
        return .endlessLoop(begin, "Its thread was running in a loop.", at: evidence.stuck.first?.lines.first, in: evidence)
    }

    private static let didNotReturn = GradeFinding.notJudged(because: "a call of `run()` or `cancel()` did not return")
}

extension CooperativeCancelRun.Observations {
    /// The jobs that were cancelled at a photo in the middle, at the last photo, and before the run.
    fileprivate var middle: CooperativeCancelRun.Course? { courses.first { $0.cancelledAt != nil } }
    fileprivate var last: CooperativeCancelRun.Course? { courses.first { $0.cancelledAt == $0.photos } }
    fileprivate var before: CooperativeCancelRun.Course? { courses.first { $0.cancelledAt == 0 } }
}

extension Evidence {
    fileprivate var lineOfRun: String? { line(declaring: "func run") }
    fileprivate var lineOfCancel: String? { line(declaring: "func cancel") }

    /// Whether a call of `cancel()` was blocked at a lock.
    fileprivate var cancelWaitsForLock: Bool {
        waitsOfAttempt.contains { wait in
            [.mutex, .readLock, .writeLock].contains(wait.kind) && !wait.passedAtOnce && trace.lanes.indices.contains(wait.lane)
                && trace.lanes[wait.lane].name == CooperativeCancelRun.canceller
        }
    }
}
