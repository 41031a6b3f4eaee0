import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// A continuation that is resumed exactly once on each code path.
    static let resumeOnce = ExerciseJudge(
        checks: [
            "each callback ends the call": .behaviour(eachCallbackEnds),
            "a second callback does nothing": .behaviour(secondDoesNothing),
            "cancelling the task cancels the request": .behaviour(taskIsCancelled),
            "a cancelled task does not wait": .behaviour(wasCancelledBefore),
            "right in every interleaving": rightInEveryInterleaving,
        ],
        situation: { evidence in evidence.part.map { "\(situation($0)):" } }, crashedPart: { $0.part.map(ResumeOnceRun.name(inList:)) })

    private static var rightInEveryInterleaving: Judgment {
        var judgment = Judgment(.interleavings) { evidence in
            if let finding = nothingToExplore(evidence) { return finding }
            guard var finding = evidence.explorations?.finding else { return nil }
            // The request is waiting to be cancelled, and this will not happen.
            let names = evidence.explorations?.interleavings ?? [:]
            if ["leak", "deadlock"].contains(finding.verdict.rawValue), names["twoCallbacks"] != nil, names["cancelledMeanwhile"] == nil {
                finding.what = """
                    The task was cancelled while the request started. In one interleaving, the call never ends. The cancellation comes after \
                    your last check, and before the start. At that moment `cancel()` does nothing.
                    """
                finding.place = evidence.line(declaring: "request.start") ?? evidence.lineOfFunction
                finding.cure = "after `request.start`, check `Task.isCancelled`, and cancel the request."
            }
            return finding
        }
        judgment.isPointless = nothingToExplore
        judgment.explorations = explored.map { name, event in
            Exploration(name) { outcome, evidence in
                GradeFinding(
                    .wrongResult, "\(event) In one interleaving, the call ends with \(outcome).", at: evidence.lineOfFunction,
                    try: outcome.contains("was not cancelled")
                        ? "after `request.start`, check `Task.isCancelled`, and call `request.cancel()`. Only then does the request give up."
                        : "the first callback decides: the photo, the error of the request, or a `CancellationError`.")
            }
        }
        return judgment
    }

    private static let explored = [
        ("twoCallbacks", "A request called two callbacks at the same time."),
        ("cancelledMeanwhile", "The task was cancelled while the request started."),
        ("twoCalls", "Two requests succeeded at the same time, in two calls."),
        ("cancelledAtTheEnd", "The task was cancelled while the request succeeded."),
    ]

    /// The events of a part, as the beginning of a sentence.
    private static func situation(_ part: String) -> String {
        switch part {
        case ResumeOnceRun.success: "When `onSuccess` came"
        case ResumeOnceRun.failure: "When `onFailure` came"
        case ResumeOnceRun.cancel: "When `onCancel` came, without a cancellation of the task"
        case ResumeOnceRun.inside: "When `onSuccess` came before `start` had returned"
        case ResumeOnceRun.successTwice: "When `onSuccess` came twice"
        case ResumeOnceRun.failureThenSuccess: "When `onFailure` came, and then `onSuccess`"
        case ResumeOnceRun.cancelled: "When the task was cancelled while the request ran"
        case ResumeOnceRun.cancelledLate: "When the task was cancelled while the request ran, and `onSuccess` came later"
        default: "When the task was cancelled before the request had started"
        }
    }

    @Sendable private static func eachCallbackEnds(_ seen: ResumeOnceRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        let parts = [ResumeOnceRun.success, ResumeOnceRun.failure, ResumeOnceRun.cancel, ResumeOnceRun.inside]
        if let finding = evidence.crashOrStandstill(in: parts, seen) { return finding }
        let endings: [ResumeOnceRun.Ending] = [.photo, .error, .cancellation, .photo]
        for (part, right) in zip(parts, endings) {
            guard let ending = seen[part]?.ending, ending != right else { continue }
            if ending == .none {
                if let standstill = evidence.standstill {
                    return GradeFinding(
                        standstill.verdict, "\(Self.came(part)), and the call of `photo(from:)` did not end. \(standstill.what)",
                        at: standstill.place, try: standstill.cure)
                }
                return GradeFinding(
                    .missing,
                    seen[part]?.isStarted == false
                        ? "The request was never started, so no callback can come."
                        : "\(Self.came(part)), but the call of `photo(from:)` did not end. The continuation is not resumed on this code path.",
                    at: evidence.line(ofPart: part),
                    try: seen[part]?.isStarted == false
                        ? "call `request.start` in the closure of `withCheckedThrowingContinuation`."
                        : "resume the continuation in each of the three callbacks.")
            }
            return GradeFinding(
                .wrongResult, "\(Self.came(part)), and the call of `photo(from:)` ended with \(ending.words).",
                at: evidence.line(ofPart: part),
                try: "it must end with \(right.words).")
        }
        return nil
    }

    private static func came(_ part: String) -> String {
        part == ResumeOnceRun.inside ? "`onSuccess` came before `start` had returned" : "`\(part)` came"
    }

    @Sendable private static func secondDoesNothing(_ seen: ResumeOnceRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let finding = evidence.crashOrStandstill(in: [ResumeOnceRun.successTwice, ResumeOnceRun.failureThenSuccess], seen) {
            return finding
        }
        if !seen.callbacksWork { return noEnd }
        guard seen[ResumeOnceRun.successTwice]?.ending == seen[ResumeOnceRun.success]?.ending,
            seen[ResumeOnceRun.failureThenSuccess]?.ending == seen[ResumeOnceRun.failure]?.ending
        else {
            return GradeFinding(
                .wrongResult, "A request called two callbacks, one after the other. The call did not end with the first one.",
                at: evidence.lineOfFunction, try: "only the first callback must resume the continuation.")
        }
        return evidence.explorations?.interleavings["twoCallbacks"] == nil ? evidence.explorations?.doubt("it did nothing") : nil
    }

    @Sendable private static func taskIsCancelled(_ seen: ResumeOnceRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let finding = evidence.crashOrStandstill(in: [ResumeOnceRun.cancelled, ResumeOnceRun.cancelledLate], seen) { return finding }
        if !seen.callbacksWork { return noEnd }
        guard let part = seen[ResumeOnceRun.cancelled] else { return stopped }
        if part.cancels == 0 {
            return GradeFinding(
                .missing, "The task was cancelled while its request ran. The method `cancel()` of the request was never called.",
                at: evidence.line(declaring: "request.start") ?? evidence.lineOfFunction,
                try: "`withTaskCancellationHandler` calls a closure of yours when the task is cancelled.")
        }
        for part in [ResumeOnceRun.cancelled, ResumeOnceRun.cancelledLate] {
            guard let ending = seen[part]?.ending, ending != .cancellation else { continue }
            return GradeFinding(
                ending == .none ? .missing : .wrongResult,
                "\(situation(part)), the call of `photo(from:)` \(ending == .none ? "did not end" : "ended with \(ending.words)").",
                at: evidence.line(ofPart: ResumeOnceRun.cancel), try: "it must end with a `CancellationError`.")
        }
        let known = evidence.explorations?.interleavings
        return known?["twoCallbacks"] != nil ? evidence.explorations?.doubt("it was cancelled") : nil
    }

    @Sendable private static func wasCancelledBefore(_ seen: ResumeOnceRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let finding = evidence.crashOrStandstill(in: [ResumeOnceRun.cancelledBefore], seen) { return finding }
        if !seen.callbacksWork { return noEnd }
        guard let part = seen[ResumeOnceRun.cancelledBefore] else { return stopped }
        if part.ending == .none {
            guard seen[ResumeOnceRun.cancelled]?.cancels ?? 0 > 0 else {
                return .notJudged(because: "your code does not cancel the request")
            }
            return GradeFinding(
                .missing,
                """
                The task was cancelled before the request had started. At that moment `cancel()` does nothing. Then the request started, and \
                was not cancelled any more. So the call did not end.
                """,
                at: evidence.line(declaring: "request.start") ?? evidence.lineOfFunction,
                try: "after `request.start`, check `Task.isCancelled`, and cancel the request.")
        }
        if part.ending == .cancellation, part.isStarted, part.cancels == 0 {
            return GradeFinding(
                .missing,
                """
                The task was cancelled before the request had started. Then the request started, and its method `cancel()` was not called. The \
                call ended, but the request runs on.
                """,
                at: evidence.line(declaring: "request.start") ?? evidence.lineOfFunction,
                try: "after `request.start`, check `Task.isCancelled`, and cancel the request. Or do not start it.")
        }
        guard part.ending != .cancellation else { return nil }
        return GradeFinding(
            .wrongResult, "The task was cancelled before the request had started. The call ended with \(part.ending.words).",
            at: evidence.lineOfFunction, try: "throw a `CancellationError`.")
    }

    @Sendable private static func nothingToExplore(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(ResumeOnceRun.Observations.self), evidence.crashes.isEmpty else { return stopped }
        if seen.values.contains(where: \.isStuck) { return stopped }
        if !seen.callbacksWork { return noEnd }
        let endings = [ResumeOnceRun.cancelled, ResumeOnceRun.cancelledBefore].map { seen[$0]?.ending ?? .none }
        if endings.contains(.none) { return .notJudged(because: "a cancelled task does not end, so it cannot be explored") }
        return endings.allSatisfy { $0 == .cancellation }
            ? nil : .notJudged(because: "the call of a cancelled task ends with another result than a `CancellationError`")
    }

    private static let noEnd = GradeFinding.notJudged(because: "not every callback ends the call")
    private static let stopped = GradeFinding.notJudged(because: "your code crashed, or was stuck, before this could be checked")
}

extension ResumeOnceRun.Observations {
    /// Whether each of the callbacks ends the call, if it is the only one.
    fileprivate var callbacksWork: Bool {
        [ResumeOnceRun.success, ResumeOnceRun.failure, ResumeOnceRun.cancel, ResumeOnceRun.inside].allSatisfy {
            guard let ending = self[$0]?.ending else { return false }
            return ending != .none
        }
    }
}

extension ResumeOnceRun.Ending {
    fileprivate var words: String {
        switch self {
        case .photo: "the photo"
        case .otherPhoto: "another photo"
        case .error: "the error of the request"
        case .cancellation: "a `CancellationError`"
        case .otherError: "another error"
        case .none: "nothing"
        }
    }
}

extension Evidence {
    /// The last part of the checks that began.
    fileprivate var part: String? {
        trace.notes.filter { ResumeOnceRun.parts.contains($0.text) }.max { $0.time < $1.time }?.text
    }

    fileprivate var lineOfFunction: String? { line(declaring: "func photo") }

    /// The line with the callback of a part.
    fileprivate func line(ofPart part: String) -> String? {
        let names = [ResumeOnceRun.failure: "onFailure: {", ResumeOnceRun.cancel: "onCancel: {"]
        return line(declaring: names[part] ?? "onSuccess: {") ?? line(declaring: "request.start") ?? lineOfFunction
    }

    /// The finding for the first of these parts in which the program crashed, or a thread was stuck.
    fileprivate func crashOrStandstill(in parts: [String], _ seen: ResumeOnceRun.Observations) -> GradeFinding? {
        if let crash = crashes.first(where: { crash in parts.contains { ResumeOnceRun.name(inList: $0) == crash.part } }) {
            return crash.finding
        }
        guard let part = parts.first(where: { seen[$0]?.isStuck == true }) else { return nil }
        let what = "A callback, or a cancellation, did not return."
        if let standstill {
            return GradeFinding(standstill.verdict, "\(what) \(standstill.what)", at: standstill.place, try: standstill.cure)
        }
        return GradeFinding(
            .deadlock, what, at: stuck.first?.lines.first ?? line(ofPart: part),
            try: "hold no lock while you call `start`, `cancel` or `resume`: a callback can come inside them.")
    }
}
