import ExerciseChecks
import Trace

extension Exercise {
    /// Told when all is done, with nobody waiting for it.
    static let groupNotify = Exercise(
        "03-group-notify", topic: "told when all downloads have ended, with no thread waiting",
        signatures: ["func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void)"],
        entry: "GroupNotifyEntry",
        checks: [
            .behaviour("completes behind the last download", points: 3) { (seen: GroupNotifyRun.Observations, evidence) in
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
                guard seen.completions == 0 else { return nil }
                return Finding(
                    .missing,
                    """
                    All \(seen.downloads) downloads had ended, one of them with an error, and 2 seconds later `completion` had still not \
                    been called\(evidence.groupCount).
                    """,
                    at: evidence.lineOfLeave ?? evidence.lineOfFunction,
                    try: "count your ways out of the closure: each has to leave the group, the one with an error too (`defer` helps).")
            },
            .behaviour("completes once", points: 2) { (seen: GroupNotifyRun.Observations, evidence) in
                if seen.completions > 1 {
                    return Finding(
                        .tooOften, "`completion` was called \(seen.completions) times for one call of `downloadAll`.",
                        at: evidence.lineOfCompletion, try: "ask the group to tell you once, behind the loop rather than inside it.")
                }
                if seen.completions == 0 {
                    return Finding(
                        .missing, "`completion` was never called.", at: evidence.lineOfCompletion, try: "mend what the check above says.")
                }
                guard seen.completionsOfNothing != 1 else { return nil }
                return Finding(
                    seen.completionsOfNothing == 0 ? .missing : .tooOften,
                    "With no photo to download `completion` was called \(seen.completionsOfNothing) times, where once is right.",
                    at: evidence.lineOfCompletion,
                    try: "an empty group tells at once that it is empty, if it is asked for it: no special case is needed.")
            },
            .behaviour("completes on the main queue", points: 1) { (seen: GroupNotifyRun.Observations, evidence) in
                guard seen.completions == 0 || seen.completionsOnMain < seen.completions else { return nil }
                guard seen.completions > 0 else {
                    return Finding(
                        .missing, "`completion` was never called.", at: evidence.lineOfCompletion, try: "mend what the checks above say.")
                }
                return Finding(
                    .wrongQueue,
                    "`completion` ran on a worker's thread. It is going to show the photos, and only the main queue may touch what is on the screen.",
                    at: evidence.lineOfCompletion, try: "tell the group which queue to use: notify(queue: .main).")
            },
            .behaviour("downloads run together", points: 1) { (seen: GroupNotifyRun.Observations, evidence) in
                guard seen.startedTogether < seen.downloads else { return nil }
                return Finding(
                    .notParallel,
                    "Before the first of \(seen.downloads) downloads had ended, only \(seen.startedTogether) had been started: one waits for the other.",
                    at: evidence.lineOfFunction, try: "start all of them in the loop; the group keeps count of those that have not ended.")
            },
            .behaviour("returns at once", points: 1) { (seen: GroupNotifyRun.Observations, evidence) in
                guard seen.call != .returned else { return nil }
                return Finding(
                    .waits,
                    """
                    `downloadAll` did not return while the downloads were under way: it held up the main thread, and an app would not have \
                    answered to a touch all that time.
                    """,
                    at: evidence.lineOfFunction, try: "do not wait for the group: ask it to tell you (`notify`).")
            },
            .trace("nobody waits", points: 1, nobodyWaits),
            .trace("the group itself tells", points: 1, groupTells),
        ])

    private static func nobodyWaits(_ evidence: Evidence) -> Finding? {
        let kinds: [Trace.Wait.Kind] = [.group, .semaphore, .condition, .threadJoin, .workItem, .operation, .operationQueue, .sleep]
        guard let wait = evidence.waitsOfAttempt.first(where: { kinds.contains($0.kind) }) else { return nil }
        let who =
            evidence.trace.lanes.indices.contains(wait.lane) && evidence.trace.lanes[wait.lane].isMain ? "the main thread" : "a thread"
        let what =
            switch wait.kind {
            case .group: "for the group to be empty"
            case .semaphore: "for a semaphore"
            case .sleep: "for time to pass, in the hope that all was done by then"
            default: "for others"
            }
        let cost = wait.kind == .sleep ? "" : " It does nothing else all that time, but costs memory and a place among the workers."
        return Finding(
            .waits, "While the downloads were under way, \(who) stood and waited \(what).\(cost)", at: evidence.line(of: wait.place),
            try: "group.notify(queue:) hands the group a block to run when it is empty; until then nobody stands anywhere.")
    }

    private static func groupTells(_ evidence: Evidence) -> Finding? {
        let notified = evidence.trace.items.filter { $0.how == .groupNotify && evidence.isOfAttempt($0.place) && $0.began != nil }
        guard notified.isEmpty else { return nil }
        return Finding(
            .otherMeans, "No DispatchGroup of your code ever told anybody that it was empty: this exercise is about that.",
            try:
                "count the downloads with a DispatchGroup and have it call `completion` by `notify`; it also counts safely from any thread."
        )
    }
}

extension Evidence {
    fileprivate var lineOfFunction: String? { line(declaring: "func downloadAll") }

    /// Where the work that called `completion` was handed over.
    fileprivate var lineOfCompletion: String? { line(ofItemAt: "completion") ?? lineOfFunction }

    fileprivate var lineOfLeave: String? {
        trace.events.last { $0.kind == .groupLeft && isOfAttempt(Int($0.place)) }.flatMap { line(of: Int($0.place)) }
    }

    /// ": the group was entered 3 times and left 2 times", where that is why.
    fileprivate var groupCount: String {
        let entered = trace.events.count { $0.kind == .groupEntered }
        let left = trace.events.count { $0.kind == .groupLeft }
        return entered > left ? ": the group was entered \(entered) times and left \(left == 1 ? "once" : "\(left) times")" : ""
    }
}
