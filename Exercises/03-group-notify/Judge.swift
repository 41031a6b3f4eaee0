import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// A completion call after the last download, without a waiting thread.
    static let groupNotify = ExerciseJudge(
        checks: [
            "completes after the last download": .behaviour(completesBehindLast),
            "completes once": .behaviour(completesOnce),
            "completes on the main queue": .behaviour { (seen: GroupNotifyRun.Observations, evidence) in
                if seen.completions == 0 { return neverCompleted }
                guard seen.completionsOnMain < seen.completions else { return nil }
                return GradeFinding(
                    .wrongQueue,
                    "`completion` ran on a worker thread. It will show the photos, and only the main queue can change the screen.",
                    at: evidence.lineOfCompletion, try: "give the queue: notify(queue: .main), or DispatchQueue.main.async.")
            },
            "downloads run at the same time": .behaviour { (seen: GroupNotifyRun.Observations, evidence) in
                if seen.startedInAll == 0 { return nothingStarted }
                guard seen.startedTogether < seen.downloads else { return nil }
                return GradeFinding(
                    .notParallel,
                    "Before the first of \(seen.downloads) downloads had ended, only \(seen.startedTogether) had been started. Each waits for the one before it.",
                    at: evidence.lineOfFunction, try: "start all of them in the loop. The group counts the downloads that have not ended.")
            },
            "returns immediately": .behaviour { (seen: GroupNotifyRun.Observations, evidence) in
                guard seen.call != .returned else {
                    return seen.completesInTime && !evidence.completesByLuck ? nil : waitsForNothing
                }
                return GradeFinding(
                    .waits,
                    """
                    `downloadAll` did not return while the downloads were running. It blocked the main thread, so an app would not have \
                    reacted to a touch during that time.
                    """,
                    at: evidence.lineOfFunction,
                    try: evidence.mentions("DispatchGroup")
                        ? "do not wait for the group: give it a completion block (`notify`)."
                        : "do not wait in this function. A DispatchGroup can call `completion` after the last download (`notify`).")
            },
            "right in every interleaving": .interleavings(
                of: [
                    Exploration("twoDownloads", judge: twoDownloaded), Exploration("twoSuccesses", judge: twoDownloaded),
                    Exploration("twoFailures", judge: twoDownloaded),
                ],
                unless: { evidence in
                    let seen = try? evidence.observations(GroupNotifyRun.Observations.self)
                    if seen?.startedInAll == 0 { return nothingStarted }
                    return seen?.completions ?? 0 == 0 ? neverCompleted : nil
                }),
            "no thread waits": .trace(noThreadWaits),
        ],
        remarks: { evidence in
            let notified = evidence.trace.items.contains { $0.how == .groupNotify && $0.began != nil }
            // A group can also be used in a way that the trace does not show as a group.
            guard !notified, !evidence.mentions("DispatchGroup"), let seen = try? evidence.observations(GroupNotifyRun.Observations.self),
                seen.completesInTime
            else {
                return []
            }
            return [
                """
                You have done it without a DispatchGroup, and that counts as well. Try it with one, too: `enter`, `leave` and `notify` combine \
                the counter, its protection and the call, and other people's code uses them.
                """
            ]
        }, situation: situation,
        crashedPart: { $0.lastStep == GroupNotifyRun.callWithoutDownloads ? GroupNotifyRun.withoutDownloads : nil })

    /// The input of the attempt's last call, and what the checks did last.
    @Sendable private static func situation(_ evidence: Evidence) -> String? {
        switch evidence.lastStep {
        case GroupNotifyRun.callWithoutDownloads: "With an empty list of downloads:"
        case GroupNotifyRun.twoCalls: "With two calls at the same time:"
        case GroupNotifyRun.callBegins: "With 3 downloads, before the first one ended:"
        case GroupNotifyRun.downloadEnds: "With 3 downloads, when the first one had ended:"
        case GroupNotifyRun.downloadFails: "With 3 downloads, when one had ended with an error:"
        case GroupNotifyRun.lastDownloadEnds: "With 3 downloads, when the last one had ended:"
        default: nil
        }
    }

    @Sendable private static func completesBehindLast(_ seen: GroupNotifyRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.startedInAll == 0 {
            return GradeFinding(
                .missing, "`downloadAll` got \(seen.downloads) names, but never called `download`.", at: evidence.lineOfFunction,
                try: "call `download` for each name.")
        }
        if seen.completionsBeforeLast > 0 {
            return GradeFinding(
                .tooEarly,
                """
                `completion` was called while one of \(seen.downloads) downloads was still running. `download` returns immediately. The end \
                of the loop says nothing about the downloads that it started.
                """,
                at: evidence.lineOfCompletion,
                try: evidence.mentions("DispatchGroup")
                    ? """
                    a group is empty before the first `enter`, and its notify block then runs immediately. Enter the group before you start \
                    each download, and leave it when the download has ended.
                    """
                    : countThem)
        }
        if seen.waitsForOtherCall {
            return evidence.waitsForOtherCall("download", "its `completion` came", at: evidence.lineOfFunction)
        }
        guard seen.completions == 0 else {
            return evidence.explorations?.doubt("it did")
        }
        let ended =
            seen.startedInAll < seen.downloads
            ? "\(seen.startedInAll) of \(seen.downloads) downloads were started, and had ended"
            : "All \(seen.downloads) downloads had ended, one of them with an error"
        if let circle = evidence.mainQueueStandstill {
            return GradeFinding(circle.verdict, "\(ended). \(circle.what)", at: circle.place, try: circle.cure)
        }
        let usesGroup = evidence.trace.events.contains { $0.kind == .groupEntered }
        return GradeFinding(
            .missing,
            "\(ended). But `completion` was not called, although the checks waited until no thread was active\(evidence.groupCount).",
            at: evidence.lineOfLeave ?? evidence.lineOfFunction,
            try: usesGroup
                ? "check every code path out of the closure: each has to leave the group, also the one with an error (`defer` helps)."
                : "count the downloads that have not ended, safely from any thread. A DispatchGroup does this, and calls your block when there are none (`notify`)."
        )
    }

    @Sendable private static func twoDownloaded(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        let begin = "Two downloads were started, and each ended on a thread of its own."
        if outcome == "never completed" {
            return GradeFinding(
                .missing, "\(begin) In one interleaving, `completion` is never called.",
                at: evidence.lineOfLeave ?? evidence.lineOfFunction,
                try: "decrease the count and check for zero as one atomic step: hold a lock around both, or use a DispatchGroup."
            )
        }
        if outcome.hasSuffix("times") {
            return GradeFinding(
                .tooOften, "\(begin) One interleaving has this outcome: \(outcome).", at: evidence.lineOfCompletion,
                try: "decrease the count and check for zero as one atomic step: hold a lock around both, or use a DispatchGroup."
            )
        }
        guard evidence.mentions("DispatchGroup") else {
            return GradeFinding(
                .tooEarly,
                """
                \(begin) One interleaving has this outcome: \(outcome). \(evidence.reasonForTooEarly)
                """,
                at: evidence.lineOfCompletion, try: countThem)
        }
        return GradeFinding(
            .tooEarly,
            """
            \(begin) One interleaving has this outcome: \(outcome). The count of running downloads is zero at a moment \
            when some of them are not counted yet.
            """,
            at: evidence.lineOfEntering ?? evidence.lineOfCompletion,
            try: "call `enter` where you start the work, before you submit it, and call only `leave` in the work itself.")
    }

    @Sendable private static func completesOnce(_ seen: GroupNotifyRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let crash = evidence.crashes.first { return crash.finding }
        if seen.completions == 0 { return neverCompleted }
        if seen.completions > 1 {
            return GradeFinding(
                .tooOften, "`completion` was called \(seen.completions) times for one call of `downloadAll`.",
                at: evidence.lineOfCompletion, try: "call notify once, after the loop instead of inside it.")
        }
        guard seen.completionsOfNothing != 1 else { return nil }
        // The call without downloads comes last, and only if the one before has returned.
        guard
            seen.call == .returned || seen.completionsOfNothing > 0
                || evidence.trace.notes.contains(where: { $0.text == GroupNotifyRun.callWithoutDownloads })
        else { return .notJudged(because: "`downloadAll` did not return") }
        return GradeFinding(
            seen.completionsOfNothing == 0 ? .missing : .tooOften,
            "With no photo to download, `completion` was \(seen.completionsOfNothing == 0 ? "never called" : "called \(seen.completionsOfNothing) times"). It must be called once.",
            at: evidence.lineOfCompletion,
            try: "the notify block of an empty group runs immediately, so you need no special case.")
    }

    private static let countThem =
        "count the downloads that have not ended, safely from any thread, and complete when there are none. A DispatchGroup does that."
    private static let neverCompleted = GradeFinding.notJudged(because: "`completion` was never called")
    private static let nothingStarted = GradeFinding.notJudged(because: "no download was ever started")
    private static let waitsForNothing = GradeFinding.notJudged(
        because: "your code does not complete after the downloads, so there is no wait for them that can be judged")

    @Sendable private static func noThreadWaits(_ evidence: Evidence) -> GradeFinding? {
        let kinds: [Trace.Wait.Kind] = [.group, .semaphore, .condition, .threadJoin, .workItem, .operation, .operationQueue, .sleep]
        guard let wait = evidence.waitsOfAttempt.first(where: { kinds.contains($0.kind) && !$0.passedAtOnce }) else {
            guard let seen = try? evidence.observations(GroupNotifyRun.Observations.self) else { return waitsForNothing }
            if seen.isRestless {
                return GradeFinding(
                    .spins,
                    """
                    While the downloads were running and nothing had happened yet, a thread spun (busy-waited) until all had ended. That keeps a \
                    core busy, or wakes it up again and again.
                    """,
                    at: evidence.lineOfFunction,
                    try: "group.notify(queue:) gives the group a block to run when it is empty. Until then no thread waits or polls.")
            }
            return seen.completesInTime && !evidence.completesByLuck ? nil : waitsForNothing
        }
        let who =
            evidence.trace.lanes.indices.contains(wait.lane) && evidence.trace.lanes[wait.lane].isMain ? "the main thread" : "a thread"
        let what =
            switch wait.kind {
            case .group: "for the group to be empty"
            case .semaphore: "for a semaphore"
            case .sleep: "for a fixed time, to check again or in the hope that all had ended by then"
            default: "for other threads"
            }
        let cost = wait.kind == .sleep ? "" : " During that time it does no work, but uses memory and a thread of the pool."
        return GradeFinding(
            .waits, "While the downloads were running, \(who) was blocked and waited \(what).\(cost)", at: evidence.line(of: wait.place),
            try: "group.notify(queue:) gives the group a block to run when it is empty. Until then no thread is blocked.")
    }
}

extension GroupNotifyRun.Observations {
    /// Whether the downloads had ended when `completion` was called.
    fileprivate var completesInTime: Bool { completions > 0 && completionsBeforeLast == 0 && startedInAll == downloads }
}

extension Evidence {
    /// The last mark of the checks before the run ended.
    fileprivate var lastStep: String? {
        trace.notes.filter { GroupNotifyRun.steps.contains($0.text) }.max { $0.time < $1.time }?.text
    }

    /// Whether `completion` comes too early in an interleaving. Then it is luck that it came in time in this run.
    fileprivate var completesByLuck: Bool { explorations?.finding?.verdict == .tooEarly }

    fileprivate var lineOfFunction: String? { line(declaring: "func downloadAll") }

    /// The line that submitted the work that called `completion`.
    fileprivate var lineOfCompletion: String? { line(ofItemAt: "completion") ?? line(declaring: "completion()") ?? lineOfFunction }

    /// Why `completion` comes before the end of the last download, in code without a group.
    fileprivate var reasonForTooEarly: String {
        if ["asyncAfter", "sleep", "Timer"].contains(where: mentions) {
            return "Your code does not wait for each of the downloads. A delay orders nothing, because a download can take longer."
        }
        let counts = ["Lock", "Mutex", "Atomic", "Semaphore", "-= 1", "+= 1", "Task"].contains(where: mentions)
        return counts
            ? "At that moment your code does not know of every download that is still running."
            : "Your code calls `completion` after it has started the downloads. It does not find out whether they have ended."
    }

    fileprivate var lineOfEntering: String? {
        trace.events.first { $0.kind == .groupEntered && line(of: Int($0.place)) != nil }.flatMap { line(of: Int($0.place)) }
    }

    fileprivate var lineOfLeave: String? {
        trace.events.last { $0.kind == .groupLeft && line(of: Int($0.place)) != nil }.flatMap { line(of: Int($0.place)) }
    }

    /// ": the group was entered 3 times and left 2 times", if that is the reason.
    fileprivate var groupCount: String {
        let entered = trace.events.count { $0.kind == .groupEntered }
        let left = trace.events.count { $0.kind == .groupLeft }
        return entered > left
            ? ": the group was entered \(Self.times(entered)) and \(left == 0 ? "never left" : "left \(Self.times(left))")" : ""
    }
}
