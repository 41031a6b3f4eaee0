import ExerciseChecks
import Trace

extension Exercise {
    /// Told when all is done, with nobody waiting for it.
    static let groupNotify = Exercise(
        "03-group-notify", topic: "told when all downloads have ended, with no thread waiting",
        signatures: ["func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void)"],
        entry: "GroupNotifyEntry",
        checks: [
            .behaviour("completes behind the last download", points: 3, completesBehindLast),
            .behaviour("completes once", points: 1, completesOnce),
            .behaviour("completes on the main queue", points: 1) { (seen: GroupNotifyRun.Observations, evidence) in
                if seen.completions == 0 { return neverCompleted }
                guard seen.completionsOnMain < seen.completions else { return nil }
                return Finding(
                    .wrongQueue,
                    "`completion` ran on a worker's thread. It is going to show the photos, and only the main queue may touch what is on the screen.",
                    at: evidence.lineOfCompletion, try: "say which queue: notify(queue: .main), or DispatchQueue.main.async.")
            },
            .behaviour("downloads run together", points: 1) { (seen: GroupNotifyRun.Observations, evidence) in
                if seen.startedInAll == 0 { return nothingStarted }
                guard seen.startedTogether < seen.downloads else { return nil }
                return Finding(
                    .notParallel,
                    "Before the first of \(seen.downloads) downloads had ended, only \(seen.startedTogether) had been started: one waits for the other.",
                    at: evidence.lineOfFunction, try: "start all of them in the loop; the group keeps count of those that have not ended.")
            },
            .behaviour("returns at once", points: 1) { (seen: GroupNotifyRun.Observations, evidence) in
                guard seen.call != .returned else { return seen.completesInTime ? nil : waitsForNothing }
                return Finding(
                    .waits,
                    """
                    `downloadAll` did not return while the downloads were under way: it held up the main thread, and an app would not have \
                    answered to a touch all that time.
                    """,
                    at: evidence.lineOfFunction, try: "do not wait for the group: ask it to tell you (`notify`).")
            },
            .interleavings(
                "right in every interleaving", points: 1, of: [Exploration("twoDownloads", judge: twoDownloaded)],
                unless: { evidence in
                    let seen = try? evidence.observations(GroupNotifyRun.Observations.self)
                    if seen?.startedInAll == 0 { return nothingStarted }
                    return seen?.completions ?? 0 == 0 ? neverCompleted : nil
                }),
            .trace("nobody waits", points: 2, nobodyWaits),
        ],
        remarks: { evidence in
            let notified = evidence.trace.items.contains { $0.how == .groupNotify && $0.began != nil }
            // A group that is used in a way which the trace does not show is a group, too.
            guard !notified, !evidence.mentions("DispatchGroup"), let seen = try? evidence.observations(GroupNotifyRun.Observations.self),
                seen.completesInTime
            else {
                return []
            }
            return [
                """
                You have done it without a DispatchGroup, and that counts as well. Try it with one, too: `enter`, `leave` and `notify` are \
                the counter, its protection and the call in one, and you will meet them in other people's code.
                """
            ]
        })

    @Sendable private static func completesBehindLast(_ seen: GroupNotifyRun.Observations, _ evidence: Evidence) -> Finding? {
        if seen.startedInAll == 0 {
            return Finding(
                .missing, "\(seen.downloads) names were given, and `download` was never called.", at: evidence.lineOfFunction,
                try: "call `download` for each name.")
        }
        if seen.completionsBeforeLast > 0 {
            return Finding(
                .tooEarly,
                """
                `completion` was called while one of \(seen.downloads) downloads was still under way. `download` returns at once; that \
                the loop is over says nothing about the downloads that it started.
                """,
                at: evidence.lineOfCompletion,
                try: """
                    a group is empty until somebody enters it, and tells so at once. Enter it once for each download, before that \
                    download is started, and leave it when the download has ended.
                    """)
        }
        guard seen.completions == 0 else {
            return evidence.explorations?.doubt("it did")
        }
        let ended =
            seen.startedInAll < seen.downloads
            ? "\(seen.startedInAll) of \(seen.downloads) downloads were started, and had ended"
            : "All \(seen.downloads) downloads had ended, one of them with an error"
        let usesGroup = evidence.trace.events.contains { $0.kind == .groupEntered }
        return Finding(
            .missing,
            "\(ended), and `completion` was not called, although the checks waited until nothing moved any more\(evidence.groupCount).",
            at: evidence.lineOfLeave ?? evidence.lineOfFunction,
            try: usesGroup
                ? "count your ways out of the closure: each has to leave the group, the one with an error too (`defer` helps)."
                : "count the downloads that have not ended, safely from any thread: a DispatchGroup does, and calls you when there are none (`notify`)."
        )
    }

    @Sendable private static func twoDownloaded(_ outcome: String, _ evidence: Evidence) -> Finding? {
        let begin = "Two downloads were started, and each ended on a thread of its own."
        if outcome == "never completed" {
            return Finding(
                .missing, "\(begin) There is an order of the threads' steps in which `completion` is never called.",
                at: evidence.lineOfLeave ?? evidence.lineOfFunction,
                try: "whoever ends has to count, and to find out whether it was the last, in one step: under a lock, or by leaving a group."
            )
        }
        if outcome.hasSuffix("times") {
            return Finding(
                .tooOften, "\(begin) There is an order of the threads' steps that has \(outcome).", at: evidence.lineOfCompletion,
                try: "whoever ends has to count, and to find out whether it was the last, in one step: under a lock, or by leaving a group."
            )
        }
        guard evidence.mentions("DispatchGroup") else {
            return Finding(
                .tooEarly,
                """
                \(begin) There is an order of the threads' steps that has \(outcome). Your code does not wait for each of the downloads; a delay \
                orders nothing, because a download can take longer.
                """,
                at: evidence.lineOfCompletion,
                try:
                    "count the downloads that have not ended, safely from any thread, and complete when there are none: a DispatchGroup does that."
            )
        }
        return Finding(
            .tooEarly,
            """
            \(begin) There is an order of the threads' steps that has \(outcome): the count of those under way is zero at a moment at \
            which not all of them are counted yet.
            """,
            at: evidence.lineOfEntering ?? evidence.lineOfCompletion,
            try: "call `enter` where you start the work, before you hand it over, and only `leave` in the work itself.")
    }

    @Sendable private static func completesOnce(_ seen: GroupNotifyRun.Observations, _ evidence: Evidence) -> Finding? {
        if seen.completions == 0 { return neverCompleted }
        if seen.completions > 1 {
            return Finding(
                .tooOften, "`completion` was called \(seen.completions) times for one call of `downloadAll`.",
                at: evidence.lineOfCompletion, try: "ask the group to tell you once, behind the loop rather than inside it.")
        }
        guard seen.completionsOfNothing != 1 else { return nil }
        // The call without downloads comes last, and only when the one before has returned.
        guard
            seen.call == .returned || seen.completionsOfNothing > 0
                || evidence.trace.notes.contains(where: { $0.text == "call without downloads" })
        else { return .notJudged(because: "`downloadAll` did not return") }
        return Finding(
            seen.completionsOfNothing == 0 ? .missing : .tooOften,
            "With no photo to download `completion` was \(seen.completionsOfNothing == 0 ? "never called" : "called \(seen.completionsOfNothing) times"), where once is right.",
            at: evidence.lineOfCompletion,
            try: "an empty group tells at once that it is empty, if it is asked for it: no special case is needed.")
    }

    private static let neverCompleted = Finding.notJudged(because: "`completion` was never called")
    private static let nothingStarted = Finding.notJudged(because: "no download was ever started")
    private static let waitsForNothing = Finding.notJudged(
        because: "your code does not get to its completion behind the downloads, so that there is no way of waiting for them to be judged")

    @Sendable private static func nobodyWaits(_ evidence: Evidence) -> Finding? {
        let kinds: [Trace.Wait.Kind] = [.group, .semaphore, .condition, .threadJoin, .workItem, .operation, .operationQueue, .sleep]
        guard let wait = evidence.waitsOfAttempt.first(where: { kinds.contains($0.kind) && !$0.passedAtOnce }) else {
            guard let seen = try? evidence.observations(GroupNotifyRun.Observations.self) else { return waitsForNothing }
            if seen.isRestless {
                return Finding(
                    .spins,
                    """
                    While the downloads were under way and nothing had happened yet, a thread looked again and again whether all was done. That keeps a \
                    core busy, or wakes it up all the time.
                    """,
                    at: evidence.lineOfFunction,
                    try: "group.notify(queue:) hands the group a block to run when it is empty; until then no thread waits or looks.")
            }
            return seen.completesInTime ? nil : waitsForNothing
        }
        let who =
            evidence.trace.lanes.indices.contains(wait.lane) && evidence.trace.lanes[wait.lane].isMain ? "the main thread" : "a thread"
        let what =
            switch wait.kind {
            case .group: "for the group to be empty"
            case .semaphore: "for a semaphore"
            case .sleep: "for time to pass, to look again or in the hope that all was done by then"
            default: "for others"
            }
        let cost = wait.kind == .sleep ? "" : " It does nothing else all that time, but costs memory and a place among the workers."
        return Finding(
            .waits, "While the downloads were under way, \(who) stood and waited \(what).\(cost)", at: evidence.line(of: wait.place),
            try: "group.notify(queue:) hands the group a block to run when it is empty; until then nobody stands anywhere.")
    }
}

extension GroupNotifyRun.Observations {
    /// The downloads had ended when `completion` was called.
    fileprivate var completesInTime: Bool { completions > 0 && completionsBeforeLast == 0 && startedInAll == downloads }
}

extension Evidence {
    fileprivate var lineOfFunction: String? { line(declaring: "func downloadAll") }

    /// Where the work that called `completion` was handed over.
    fileprivate var lineOfCompletion: String? { line(ofItemAt: "completion") ?? lineOfFunction }

    fileprivate var lineOfEntering: String? {
        trace.events.first { $0.kind == .groupEntered && line(of: Int($0.place)) != nil }.flatMap { line(of: Int($0.place)) }
    }

    fileprivate var lineOfLeave: String? {
        trace.events.last { $0.kind == .groupLeft && line(of: Int($0.place)) != nil }.flatMap { line(of: Int($0.place)) }
    }

    /// ": the group was entered 3 times and left 2 times", where that is why.
    fileprivate var groupCount: String {
        let entered = trace.events.count { $0.kind == .groupEntered }
        let left = trace.events.count { $0.kind == .groupLeft }
        return entered > left
            ? ": the group was entered \(Self.times(entered)) and \(left == 0 ? "never left" : "left \(Self.times(left))")" : ""
    }
}
