import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// A call that waits for a callback, with a timeout.
    static let waitForCallback = ExerciseJudge(
        checks: [
            "waits for the answer, and returns it": .behaviour(returnsTheAnswer),
            "blocks while it waits": .behaviour(blocks),
            "an early answer is not lost": .behaviour { (seen: WaitForCallbackRun.Observations, evidence) in
                guard seen.works else { return simpleCallFails }
                switch seen.early {
                case .own: return nil
                case .stuck:
                    return stuck(
                        """
                        The answer came before `request` had returned, so before the wait began. The call did not return. Its signal was lost \
                        (a lost wake-up).
                        """, evidence)
                default:
                    return GradeFinding(
                        .wrongResult,
                        "The answer came before `request` had returned, so before the wait began. The call returned \(seen.early == .other ? "another text" : "nil").",
                        at: evidence.lineOfWait,
                        try: "a semaphore keeps a signal that comes before the wait. Create it before you send the request.")
                }
            },
            "returns nil when the time is over": .behaviour { (seen: WaitForCallbackRun.Observations, evidence) in
                guard seen.works else { return simpleCallFails }
                switch seen.unanswered {
                case .noAnswer:
                    guard let time = Evidence.tooShort(seen.timeWithoutAnswer, for: WaitForCallbackRun.timed) else { return nil }
                    return GradeFinding(
                        .tooEarly,
                        "The timeout was \(WaitForCallbackRun.timed) seconds, and the server did not answer. But the call returned after \(time) seconds.",
                        at: evidence.lineOfWait, try: "wait as long as `timeout` says, with its fraction: `.now() + seconds`.")
                case .stuck:
                    return GradeFinding(
                        .deadlock, "The server did not answer, and the time was over. But the call did not return.",
                        at: evidence.lineOfWait, try: "give the wait a timeout: `wait(timeout: .now() + seconds)` returns `.timedOut` then."
                    )
                default:
                    return GradeFinding(
                        .wrongResult, "The server did not answer. But the call returned a text, and not nil.", at: evidence.lineOfWait,
                        try: "return nil if `wait(timeout:)` does not return `.success`.")
                }
            },
            "a late answer does no harm": .behaviour(lateAnswers),
            "two calls at the same time": .behaviour(together),
            "right in every interleaving": .interleavings(
                of: [
                    Exploration("askOnce", judge: exploredCall), Exploration("askTwice", judge: exploredCall),
                    Exploration("askTogether", judge: exploredCall),
                ],
                unless: { evidence in
                    guard let seen = try? evidence.observations(WaitForCallbackRun.Observations.self), seen.works else {
                        return simpleCallFails
                    }
                    if seen.waiting == .returned { return doesNotWait }
                    if blocks(seen, evidence) != nil { return looksAgain }
                    if seen.unanswered != .noAnswer { return noTimeout }
                    return lateAnswers(seen, evidence) == nil
                        ? nil : .notJudged(because: "the run has already shown the harm of a late answer")
                }),
        ],
        situation: { evidence in
            evidence.trace.notes.filter { WaitForCallbackRun.steps[$0.text] != nil }.max { $0.time < $1.time }
                .flatMap { WaitForCallbackRun.steps[$0.text] }
        })

    private static let simpleCallFails = GradeFinding.notJudged(because: "a simple call, with an answer in time, does not work yet")
    private static let doesNotWait = GradeFinding.notJudged(because: "the call does not wait")
    private static let looksAgain = GradeFinding.notJudged(
        because: "a loop that looks again and again has more interleavings than can be run")
    private static let noTimeout = GradeFinding.notJudged(because: "a call without an answer does not return nil, so no answer can be late")

    @Sendable private static func returnsTheAnswer(_ seen: WaitForCallbackRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.isSent else {
            return GradeFinding(
                .missing, "`caption` was called, but `request` was never called.", at: evidence.lineOfCaption,
                try: "send the request first. Then wait for its answer.")
        }
        switch seen.answered {
        case .stuck: return stuck("The answer came, but the call did not return.", evidence)
        case .own where seen.waiting != .returned: return nil
        case .own, .noAnswer:
            guard seen.waiting == .returned else {
                return GradeFinding(
                    .wrongResult, "The answer came in time, but the call returned nil.", at: evidence.lineOfWait,
                    try: "the closure must store the answer where the call finds it, and then signal.")
            }
            let value = evidence.firstValue.flatMap {
                $0 > 0 ? " Your semaphore begins at \($0), so its first `wait` does not block." : nil
            }
            return GradeFinding(
                .tooEarly, "The call returned before there was an answer, although its timeout was one hour.\(value ?? "")",
                at: evidence.lineOfWait,
                try: value == nil
                    ? "`request` returns immediately, and the answer comes later. Wait until the closure has signalled."
                    : "begin at 0. Then `wait` blocks until the closure has signalled.")
        default:
            return GradeFinding(
                .wrongResult, "The answer came, but the call returned another text.", at: evidence.lineOfWait,
                try: "return the text that the closure got.")
        }
    }

    @Sendable private static func blocks(_ seen: WaitForCallbackRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.waiting == .returned { return doesNotWait }
        if let wait = evidence.lanesThatPoll(from: WaitForCallbackRun.asks, to: WaitForCallbackRun.hasItsAnswer)
            .first(where: { $0.kind == .sleep || $0.timeout ?? 0 < 1_000_000_000 && !$0.passedAtOnce && evidence.waits(like: $0) > 3 })
        {
            return GradeFinding(
                .spins,
                "While there was no answer, the thread slept for a time, checked, and slept again. Each check wakes up a core, and the answer comes late.",
                at: evidence.line(of: wait.place) ?? evidence.lineOfCaption, try: cureForSpinning)
        }
        guard seen.waiting == .restless else { return nil }
        return GradeFinding(
            .spins, "While there was no answer, the thread spun (busy-waited). That keeps a core busy, or wakes it up again and again.",
            at: evidence.lineOfLoop ?? evidence.lineOfCaption, try: cureForSpinning)
    }

    private static let cureForSpinning =
        "let the thread wait in a call that blocks it: `wait(timeout:)` of a semaphore. The closure ends the wait with `signal()`."

    @Sendable private static func lateAnswers(_ seen: WaitForCallbackRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.works else { return simpleCallFails }
        guard seen.waiting != .returned else { return doesNotWait }
        guard seen.unanswered == .noAnswer else { return noTimeout }
        for (late, time) in [(seen.afterLate, "before the next call began"), (seen.duringLate, "while the next call was waiting")] {
            guard let late else { continue }
            let begin = "A call had returned nil, because its time was over. Its answer came late, \(time)."
            if late.call == .returned {
                let result =
                    switch late.result {
                    case .other: "The next call returned the caption of the other photo"
                    case .noAnswer: "The next call returned nil"
                    default: "The next call returned"
                    }
                return GradeFinding(
                    .wrongResult, "\(begin) \(result), although its own answer had not come yet. The late signal ended its wait.",
                    at: evidence.lineOfSignal ?? evidence.lineOfWait, try: cureForLate)
            }
            switch late.result {
            case .own: continue
            case .stuck: return stuck("\(begin) Then the next call did not return, although its answer had come.", evidence)
            default:
                return GradeFinding(
                    .wrongResult,
                    "\(begin) The next call returned \(late.result == .other ? "the caption of the other photo" : "nil"), although its own answer had come.",
                    at: evidence.lineOfSignal ?? evidence.lineOfWait, try: cureForLate)
            }
        }
        return nil
    }

    private static let cureForLate =
        "give each call its own semaphore and its own variable, inside the function. A late closure then finds only those of its own call."

    @Sendable private static func together(_ seen: WaitForCallbackRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.works else { return simpleCallFails }
        if seen.waiting == .returned { return doesNotWait }
        if seen.sentTogether < 2 {
            return GradeFinding(
                .notParallel,
                """
                Two threads called `caption` at the same time. The second one sent its request only after the first one had its answer. So a slow \
                answer delays all other callers.
                """,
                at: evidence.line(of: evidence.waitsOfAttempt.last { [.mutex, .sync, .futex].contains($0.kind) }?.place)
                    ?? evidence.lineOfCaption,
                try: "hold no lock and no queue during the wait. If the calls share no variable, they need no lock.")
        }
        if seen.together.contains(.stuck) {
            return stuck("Two threads called `caption` at the same time, and both answers came. But a call did not return.", evidence)
        }
        guard seen.together.contains(where: { $0 != .own }) else {
            guard seen.forOnePhoto.contains(where: { $0 != .own }) else { return nil }
            let end = seen.forOnePhoto.contains(.stuck) ? "did not return" : "returned nil"
            return GradeFinding(
                seen.forOnePhoto.contains(.stuck) ? .deadlock : .wrongResult,
                "Two threads called `caption` at the same time, for the same photo, and both answers came. But a call \(end).",
                at: evidence.lineOfWait,
                try: "two calls can have the same photo: keep nothing under its name. Give each call its own semaphore and variable.")
        }
        return GradeFinding(
            .wrongResult,
            """
            Two threads called `caption` at the same time. A call returned \
            \(seen.together.contains(.other) ? "the caption of the other photo" : "nil, although its answer had come").
            """,
            at: evidence.lineOfSignal ?? evidence.lineOfWait, try: cureForLate)
    }

    @Sendable private static func exploredCall(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        let begin =
            outcome.contains("second")
            ? "Two photos were asked for, one after the other."
            : outcome.contains("other")
                ? "Two threads asked for a photo at the same time." : "One photo was asked for, and its answer could come late."
        return GradeFinding(
            .wrongResult, "\(begin) One interleaving has this outcome: \(outcome).", at: evidence.lineOfSignal ?? evidence.lineOfWait,
            try: """
                let each call have a variable of its own, and read it only if `wait(timeout:)` returned `.success`. After a timeout, the closure can \
                write at any moment.
                """)
    }

    /// A call that did not return.
    private static func stuck(_ what: String, _ evidence: Evidence) -> GradeFinding {
        let wait = evidence.waitsOfAttempt.last { $0.ended == nil }
        let cure =
            wait?.kind == .condition
            ? "a condition does not keep a signal: it wakes only threads that wait already. Keep the answer in a variable, and check it before you wait, while you hold the lock."
            : "the closure must signal after each answer, and the semaphore must be there before the request is sent."
        return GradeFinding(.deadlock, what, at: evidence.line(of: wait?.place) ?? evidence.lineOfWait, try: cure)
    }
}

extension WaitForCallbackRun.Observations {
    /// Whether a simple call returns.
    fileprivate var works: Bool { isSent && answered != .stuck }
}

extension Evidence {
    fileprivate var lineOfCaption: String? { line(declaring: "func caption") }

    /// The line at which the attempt waits.
    fileprivate var lineOfWait: String? {
        waitsOfAttempt.lazy.compactMap { self.line(of: $0.place) }.first ?? line(declaring: "wait(") ?? lineOfCaption
    }

    fileprivate var lineOfSignal: String? { line(declaring: ".signal()") ?? line(declaring: ".broadcast()") }

    fileprivate var lineOfLoop: String? { line(declaring: "while ") }

    /// The first value of the attempt's semaphore.
    fileprivate var firstValue: Int64? { trace.objects.first { $0.kind == .semaphore }?.firstValue }

    /// How often the same thread waited in the same way.
    fileprivate func waits(like wait: Trace.Wait) -> Int {
        waitsOfAttempt.count { $0.lane == wait.lane && $0.kind == wait.kind && $0.place == wait.place }
    }
}
