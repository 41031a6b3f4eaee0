import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// An operation around an asynchronous call.
    static let asyncOperation = ExerciseJudge(
        checks: [
            "finishes when the download has ended": .behaviour(finishesAtTheEnd),
            "start() returns immediately": .behaviour(startReturns),
            "isExecuting and isFinished say what is true": .behaviour(statesAreTrue),
            "a cancelled operation finishes, without a download": .behaviour(cancelledFinishes),
            "finishes once": .behaviour(finishesOnce),
            "right in every interleaving": .interleavings(
                of: [
                    Exploration("oneDownload", judge: oneDownloaded), Exploration("cancelledDownload", judge: cancelledDownloaded),
                    Exploration("lookMeanwhile", judge: lookedMeanwhile),
                ], unless: nothingToExplore),
        ],
        remarks: { evidence in
            let announces = ["\"isExecuting\"", "\\.isExecuting", "capitalized", "keyPath"].contains(where: evidence.mentions)
            if announces { return [] }
            return [
                """
                Your code announces only `isFinished`. A queue on Linux needs no more. Apple's platforms also observe `isExecuting`, so announce \
                both.
                """
            ]
        }, situation: situation)

    /// The last step of the checks.
    @Sendable private static func situation(_ evidence: Evidence) -> String? {
        let steps = [
            AsyncOperationRun.oneAfterTheOther: "With two downloads in a queue:",
            AsyncOperationRun.startByHand: "When `start()` was called:",
            AsyncOperationRun.cancelBefore: "With an operation that was cancelled before its start:",
            AsyncOperationRun.cancelDuring: "With an operation that was cancelled during its download:",
        ]
        return evidence.trace.notes.last { steps[$0.text] != nil }.flatMap { steps[$0.text] }
    }

    @Sendable private static func finishesAtTheEnd(_ seen: AsyncOperationRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.downloads > 0 else {
            return GradeFinding(
                .missing, "A queue started your operation, but the operation never called `download`.", at: evidence.lineOfStart,
                try: "call `download` in `start()`, once.")
        }
        if seen.isEarly { return finishesTooEarly(seen, evidence) }
        guard seen.firstFinished else { return neverFinishes(seen, evidence) }
        guard seen.failedFinished else {
            return GradeFinding(
                .missing,
                "The second download failed: `ended` was called with nil. But the operation did not finish, so the queue never went on.",
                at: evidence.lineOfDownload,
                try: "a failed download has ended too. Finish the operation on each code path of that closure.")
        }
        guard seen.photo == "the photo dawn" else {
            return GradeFinding(
                .wrongResult,
                "The operation had finished, and the next operation read its `photo`. It found \(seen.photo.map { "“\($0)”" } ?? "nil").",
                at: evidence.lineOfDownload, try: "set the photo before you announce the end.")
        }
        return evidence.explorations?.doubt("it did")
    }

    private static func finishesTooEarly(_ seen: AsyncOperationRun.Observations, _ evidence: Evidence) -> GradeFinding {
        let consequence =
            seen.dependentRanEarly || seen.nextBegan
            ? "the queue started the next operation" : seen.completedEarly ? "its completion block ran" : "`isFinished` was true"
        let begin = "The download was still running, and \(consequence)."
        if evidence.mentions("super.start()") {
            return GradeFinding(
                .tooEarly, "\(begin) `super.start()` calls `main()`, and announces the end when `main()` returns.",
                at: evidence.line(declaring: "super.start()"),
                try:
                    "do not call `super.start()`. Your own `start()` begins the download, and the end of the download finishes the operation."
            )
        }
        let ownsStart = evidence.mentions("func start()")
        return GradeFinding(
            .tooEarly,
            ownsStart
                ? "\(begin) `download` returns immediately. So the line after it runs before the download has ended."
                : "\(begin) `Operation`'s own `start()` calls `main()`, and announces the end when `main()` returns. Your `main()` only begins the download.",
            at: evidence.lineOfDownload,
            try: ownsStart
                ? "change the state to finished in the closure that you give to `download`."
                : "override `start()`, `isAsynchronous`, `isExecuting` and `isFinished`. Announce the end in the closure that you give to `download`."
        )
    }

    private static func neverFinishes(_ seen: AsyncOperationRun.Observations, _ evidence: Evidence) -> GradeFinding {
        let begin = "The download had ended, but the queue never started the next operation."
        let announcement = evidence.stuck.flatMap(\.lines).first { evidence.text(of: $0).contains("ChangeValue") }
        if let announcement {
            return GradeFinding(
                .deadlock,
                """
                \(begin) A thread is blocked in this announcement, for ever. Foundation reads `isFinished` during it, and your code waits there for a \
                lock that the same thread holds.
                """, at: announcement, try: "change the state under the lock, release the lock, and call `didChangeValue` after that.")
        }
        if let standstill = evidence.standstill, !evidence.stuck.isEmpty {
            return GradeFinding(standstill.verdict, "\(begin) \(standstill.what)", at: standstill.place, try: standstill.cure)
        }
        if seen.saysFinished {
            return GradeFinding(
                .missing,
                """
                \(begin) `isFinished` is true now, but the queue does not know it. A queue waits for `didChangeValue(forKey: "isFinished")`, \
                and reads `isFinished` then.
                """, at: evidence.line(declaring: "didChangeValue") ?? evidence.lineOfFinish,
                try: evidence.mentions("didChangeValue")
                    ? "change the state first, and then call `didChangeValue(forKey: \"isFinished\")`."
                    : "call `willChangeValue(forKey: \"isFinished\")` before you change the state, and `didChangeValue(forKey: \"isFinished\")` after it."
            )
        }
        return GradeFinding(
            .missing, "\(begin) `isFinished` is still false.", at: evidence.lineOfDownload,
            try: "change the state to finished in the closure that you give to `download`, and announce it.")
    }

    @Sendable private static func startReturns(_ seen: AsyncOperationRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard let start = seen.start else { return nothingDownloads }
        if start == .restless {
            return GradeFinding(
                .spins, "`start()` did not return during the download. Its thread spun (busy-waited) until the download had ended.",
                at: evidence.lineOfStart, try: "return after `download(…)`. Its closure runs when the download has ended.")
        }
        guard start == .asleep else { return nil }
        let kinds: [Trace.Wait.Kind] = [.semaphore, .group, .condition, .sleep]
        let wait = evidence.waitsOfAttempt.first { kinds.contains($0.kind) && !$0.passedAtOnce }
        let reason =
            switch wait?.kind {
            case .semaphore?: " It waited for a semaphore."
            case .group?: " It waited for a group."
            case .condition?: " It waited for a condition."
            default: ""
            }
        return GradeFinding(
            .waits,
            """
            `start()` did not return while the download was running.\(reason) So each download blocks a thread, which does no work. With many downloads, \
            the thread pool has no thread left.
            """,
            at: evidence.line(of: wait?.place) ?? evidence.lineOfStart,
            try: "return after `download(…)`. Finish the operation in the closure of the download: this needs no waiting thread.")
    }

    @Sendable private static func statesAreTrue(_ seen: AsyncOperationRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.start != nil else { return nothingDownloads }
        let states = seen.states
        func finding(_ what: String, _ property: String, _ advice: String) -> GradeFinding {
            GradeFinding(.wrongResult, what, at: evidence.line(declaring: "var \(property)") ?? evidence.lineOfStart, try: advice)
        }
        if states.isFinished {
            return finding(
                "During the download, `isFinished` was true.", "isFinished", "`isFinished` must be false until the download has ended.")
        }
        if !states.isExecuting {
            return finding(
                "During the download, `isExecuting` was false.", "isExecuting",
                "override `isExecuting`: it is true from `start()` until the end.")
        }
        if !states.isAsynchronous, seen.start == .returned {
            return finding(
                "`isAsynchronous` is false. It says that the work is done when `start()` returns, but the download goes on.",
                "isAsynchronous",
                "override `isAsynchronous`: it is always true here.")
        }
        if evidence.explorations?.isRefuted != true, !seen.firstFinished, !states.isFinishedAfter { return neverEnded }
        if !states.isFinishedAfter {
            return finding(
                "The download had ended, and `isFinished` was still false.", "isFinished", "change the state when the download has ended.")
        }
        guard states.isExecutingAfter else { return nil }
        return finding(
            "The operation had finished, and `isExecuting` was still true.", "isExecuting", "use one state for both properties: an `enum`.")
    }

    @Sendable private static func cancelledFinishes(_ seen: AsyncOperationRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let reason = notReached(seen) { return reason }
        if seen.downloadsOfCancelled > 0 {
            return GradeFinding(
                .wrongResult,
                "The operation was cancelled while it was queued. Then its queue started it, and it began a download that the app does not need.",
                at: evidence.lineOfStart,
                try: "look at `isCancelled` at the beginning of `start()`. If it is true, finish without a download.")
        }
        if seen.cancelledFinishedEarly {
            return GradeFinding(
                .tooEarly,
                """
                The operation was cancelled while it was queued. It finished in `cancel()`, before its queue had started it. A queue starts a cancelled \
                operation too, and expects that it finishes then.
                """,
                at: evidence.line(declaring: "func cancel()"),
                try: "in `cancel()`, finish only an operation that is executing. Let `start()` finish the others.")
        }
        if !seen.cancelledLeft {
            guard evidence.mentions("func start()") else {
                return GradeFinding(
                    .missing,
                    """
                    The operation was cancelled while it was queued. Then its queue started it, but it never finished. `Operation`'s own `start()` \
                    does not call `main()` for a cancelled operation, so your code did not run.
                    """, at: evidence.line(declaring: "func main()"),
                    try: "override `start()` instead of `main()`. There, finish immediately if `isCancelled` is true.")
            }
            return GradeFinding(
                .missing,
                """
                The operation was cancelled while it was queued. Then its queue started it, but it never finished. It stays in the queue, and the queue \
                does not go on.
                """,
                at: evidence.line(declaring: "isCancelled") ?? evidence.lineOfStart,
                try: "in `start()`, a cancelled operation must change its state to finished and announce it, too.")
        }
        guard !seen.cancelledLateLeft else { return nil }
        return GradeFinding(
            .missing, "The operation was cancelled during its download. Then the download ended, but the operation never finished.",
            at: evidence.line(declaring: "isCancelled") ?? evidence.lineOfDownload,
            try: "finish the operation when the download has ended, also if `isCancelled` is true.")
    }

    @Sendable private static func finishesOnce(_ seen: AsyncOperationRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let reason = notReached(seen) { return reason }
        let most = max(seen.completions, seen.completionsAfterCancel)
        if seen.changedAfterEnd {
            return GradeFinding(
                .tooOften,
                """
                An operation was cancelled during its download, and finished immediately. Then the download ended. The finished operation changed its \
                photo, and finished again.
                """, at: evidence.line(declaring: "func cancel()") ?? evidence.lineOfFinish, try: finishOnlyOnce)
        }
        if most == 0 { return .notJudged(because: "the completion block never ran") }
        guard most > 1 else { return nil }
        return GradeFinding(
            .tooOften,
            seen.completionsAfterCancel > 1
                ? """
                An operation was cancelled during its download, and then the download ended. It finished twice: its completion block ran \
                \(seen.completionsAfterCancel) times.
                """ : "One operation finished \(most) times: its completion block ran \(most) times.",
            at: evidence.line(declaring: "func cancel()") ?? evidence.lineOfFinish, try: finishOnlyOnce)
    }

    /// Why there is nothing to explore: the end of the download does not finish the operation.
    @Sendable private static func nothingToExplore(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(AsyncOperationRun.Observations.self) else { return nothingDownloads }
        if let reason = notReached(seen) { return reason }
        guard seen.start == .returned else {
            return .notJudged(because: "`start()` waits for the download, so nothing of the operation is asynchronous")
        }
        guard seen.cancelledLeft, seen.cancelledLateLeft else { return .notJudged(because: "a cancelled operation does not finish") }
        return seen.failedFinished ? nil : .notJudged(because: "the operation does not finish after a download that failed")
    }

    private static func notReached(_ seen: AsyncOperationRun.Observations) -> GradeFinding? {
        if seen.downloads == 0 { return nothingDownloads }
        if seen.isEarly { return .notJudged(because: "the operation is finished before its download has ended") }
        return seen.firstFinished ? nil : neverEnded
    }

    @Sendable private static func oneDownloaded(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        judged(outcome, "A download ended on a thread of its own, perhaps before `start()` had returned.", evidence)
    }

    @Sendable private static func cancelledDownloaded(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        judged(outcome, "An operation was cancelled before its queue started it.", evidence)
    }

    @Sendable private static func lookedMeanwhile(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        judged(outcome, "The app called `start()`, and then read `isExecuting` and `photo`, while the download ended.", evidence)
    }

    private static func judged(_ outcome: String, _ begin: String, _ evidence: Evidence) -> GradeFinding? {
        let words = "\(begin) In one interleaving, the operation \(outcome)."
        if outcome.hasSuffix("times") {
            let ownMain = !evidence.mentions("func start()") && evidence.mentions("func main()")
            return GradeFinding(
                .tooOften,
                ownMain
                    ? "\(words) Your code announces the end, and `Operation`'s own `start()` announces it again after `main()`." : words,
                at: evidence.lineOfFinish,
                try: ownMain
                    ? "override `start()` instead of `main()`, and do not call `super.start()`."
                    : finishOnlyOnce)
        }
        if outcome == "never finished" {
            return GradeFinding(
                .missing, words, at: evidence.lineOfStart,
                try: "change the state to executing before you call `download`. Its end can come before the next line.")
        }
        return GradeFinding(
            .wrongResult, words, at: evidence.lineOfFinish,
            try: "set the photo before the state is finished, or both in one step under the lock.")
    }

    private static let finishOnlyOnce =
        "finish only if the state is not finished yet. Check and change the state in one step, under the lock."
    private static let nothingDownloads = GradeFinding.notJudged(because: "the operation never called `download`")
    private static let neverEnded = GradeFinding.notJudged(because: "the operation does not finish after its download")
}

extension AsyncOperationRun.Observations {
    /// Whether the first operation was finished while its download was running.
    fileprivate var isEarly: Bool { nextBegan || dependentRanEarly || completedEarly || states.isFinished }
}

extension Evidence {
    fileprivate var lineOfStart: String? { line(declaring: "func start()") ?? line(declaring: "func main()") }
    fileprivate var lineOfDownload: String? { line(declaring: "download(") ?? lineOfStart }
    fileprivate var lineOfFinish: String? {
        line(declaring: "didChangeValue") ?? line(declaring: ".finished") ?? line(declaring: "isFinished") ?? lineOfStart
    }
}
