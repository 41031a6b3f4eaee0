import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// Which rows of a list to start, and which to cancel.
    static let photoPipeline = ExerciseJudge(
        checks: [
            "each visible row is shown once, on the main queue": .behaviour(rowsAreShown),
            "the work of a row that leaves is cancelled": .behaviour(leavingRowsAreCancelled),
            "no row is started twice": .behaviour(startedOnce),
            "a row that comes back is started again": .behaviour(returningRowsStart),
            "one download and one filter at the same time": .behaviour(widthIsOne),
            "visibleRowsChanged returns immediately": .behaviour { (seen: PhotoPipelineRun.Observations, evidence) in
                guard seen.call != .returned else { return nil }
                if seen.call == .restless {
                    return GradeFinding(
                        .spins, "`visibleRowsChanged` did not return. The main thread spun (busy-waited), so the app did not react.",
                        at: evidence.lineOfChange,
                        try: "start and cancel operations, and return. Their results come to the main queue later.")
                }
                let wait = evidence.waitsOfAttempt.first { $0.lane == 0 && !$0.passedAtOnce }
                return GradeFinding(
                    .waits,
                    "`visibleRowsChanged` did not return while a download was running. It blocked the main thread, so the app did not react.",
                    at: evidence.line(of: wait?.place) ?? evidence.lineOfChange,
                    try: "do not wait on the main thread. A cancelled operation may run on: drop its result when it arrives.")
            },
            "right in every interleaving": .interleavings(
                of: [
                    Exploration("rowLeaves", judge: scrolled), Exploration("rowStays", judge: scrolled),
                    Exploration("twoRows", atMost: 1000, judge: bothVisible),
                ], unless: nothingToExplore),
        ],
        situation: { evidence in
            let steps = [
                PhotoPipelineRun.scrolling: "When the user scrolled during a download:",
                PhotoPipelineRun.overlapping: "When the user scrolled, and a row stayed visible:",
                PhotoPipelineRun.returning: "When rows came back:",
                PhotoPipelineRun.besides: "When the user scrolled during a filter:",
                PhotoPipelineRun.late: "When a download ended, and then its row left:",
                PhotoPipelineRun.quickReturn: "When a row left and came back during its download:",
            ]
            return evidence.trace.notes.last { steps[$0.text] != nil }.flatMap { steps[$0.text] }
        })

    @Sendable private static func rowsAreShown(_ seen: PhotoPipelineRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.call != .returned { return neverReturned }
        if let row = seen.neverShown.first, !isReturn(seen.stageWithoutShow) {
            let begin = "Row \(row) was visible, and the checks waited until no thread was active. But it was not shown"
            let downloads = seen.downloads[row] ?? 0, filters = seen.filters[row] ?? 0
            return GradeFinding(
                .missing,
                downloads == 0
                    ? "\(begin), and not even downloaded." : filters == 0 ? "\(begin): it was downloaded, but not filtered." : "\(begin).",
                at: evidence.line(declaring: "show(row") ?? evidence.lineOfChange,
                try: "follow one visible row through your code: the download, the filter, and `show` on the main queue.")
        }
        if let photo = seen.wrongPhotos.first {
            return GradeFinding(
                .wrongResult, "`show` got “\(photo)”, and that is not the photo of its row after the download and the filter.",
                at: evidence.lineOfShow, try: "give the result of `download` to `filter`, and its result to `show`, with the same row.")
        }
        if seen.showsOffMain > 0 {
            return GradeFinding(
                .wrongQueue, "`show` was called on a worker thread. It changes the screen, and only the main queue can do that.",
                at: evidence.lineOfShow,
                try: "call it in a block that you submit with `DispatchQueue.main.async`.")
        }
        if seen.inProgressAgain || seen.shownAgain || seen.shownIsStartedOnReturn {
            return .notJudged(because: "rows are started more than once")
        }
        if seen.showingsOfReturned > 1 {
            return GradeFinding(
                .tooOften,
                """
                A row left during its download, and came back before the download had ended. It was started again, and shown \(seen.showingsOfReturned) \
                times. The result of the first, cancelled download was taken too.
                """, at: evidence.lineOfShow,
                try: "when a result arrives, look whether the dictionary still has the operation that made it (`===`).")
        }
        if let twice = seen.showings.first(where: { $0.value > 1 }) {
            return GradeFinding(
                .tooOften, "Row \(twice.key) was shown \(twice.value) times.", at: evidence.lineOfShow,
                try: "show a row once, when its filter has ended.")
        }
        return evidence.explorations?.doubt("they were")
    }

    @Sendable private static func leavingRowsAreCancelled(_ seen: PhotoPipelineRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.call != .returned { return neverReturned }
        guard seen.stages.contains(PhotoPipelineRun.overlapping) || seen.queuedBegan || seen.leftWasFiltered || seen.leftWasShown else {
            return neverShown
        }
        let begin = "Two rows were visible. One was being downloaded, the other one was queued. Then the user scrolled, and both left."
        if seen.queuedBegan || seen.leftWasFiltered || seen.leftWasShown {
            var mistakes: [String] = []
            if seen.queuedBegan { mistakes.append("The download of the queued row began all the same.") }
            if seen.leftWasShown {
                mistakes.append("A row that had left was filtered and shown.")
            } else if seen.leftWasFiltered {
                mistakes.append("The photo of a row that had left was filtered.")
            }
            let cancels = evidence.mentions("cancel")
            return GradeFinding(
                .missing, "\(begin) \(mistakes.joined(separator: " ")) The visible rows had to wait for this work.",
                at: evidence.line(declaring: "cancel") ?? evidence.lineOfChange,
                try: cancels
                    ? "cancel the operations of all rows that are not visible, in both dictionaries. `cancel()` does not stop a block that runs: drop its result."
                    : "cancel the operations of the rows that are not visible, and remove them from the dictionaries. Drop a result whose entry is gone."
            )
        }
        if seen.shownAfterFilter {
            return GradeFinding(
                .missing, "A row left while its photo was being filtered. When the filter had ended, the row was shown.",
                at: evidence.lineOfShow,
                try: "cancel the filters of rows that leave, too. When the result arrives, look whether it is still wanted.")
        }
        if seen.staleFiltered || seen.staleShown {
            return GradeFinding(
                .tooEarly,
                """
                A download had ended, and its result was in the main queue. Then the row left, and the result arrived after that. It was \
                \(seen.staleShown ? "filtered and shown" : "filtered"). `cancel()` changes nothing in an operation that has ended: `isCancelled` stays false.
                """, at: evidence.line(declaring: "isCancelled") ?? evidence.lineOfShow,
                try: "on the main thread, look whether the dictionary still has this operation (`===`). If not, drop the result.")
        }
        if !seen.stages.contains(PhotoPipelineRun.quickReturn) { return .notJudged(because: "not every step of the checks was reached") }
        return evidence.explorations?.doubt("it was")
    }

    @Sendable private static func startedOnce(_ seen: PhotoPipelineRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.call != .returned { return neverReturned }
        guard seen.stages.contains(PhotoPipelineRun.overlapping) else { return neverShown }
        guard seen.inProgressAgain || seen.shownAgain || seen.shownIsStartedOnReturn else {
            return seen.stageWithoutShow == PhotoPipelineRun.overlapping ? neverShown : nil
        }
        return GradeFinding(
            .tooOften,
            seen.inProgressAgain
                ? "A row was being downloaded. The user scrolled, and the row stayed visible. Then it was downloaded a second time."
                : seen.shownIsStartedOnReturn && !seen.shownAgain
                    ? "A row was shown, left, and came back. Then it was downloaded a second time."
                    : "A row was shown, and stayed visible while the user scrolled. Then it was downloaded a second time.",
            at: evidence.lineOfChange,
            try: seen.inProgressAgain
                ? "start only rows that are in none of the dictionaries. Cancel only rows that are not visible any more."
                : "keep a set of the rows that were shown, and do not start them again.")
    }

    @Sendable private static func returningRowsStart(_ seen: PhotoPipelineRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.call != .returned { return neverReturned }
        if let row = seen.neverShown.first, isReturn(seen.stageWithoutShow) {
            return GradeFinding(
                .missing,
                """
                Row \(row) left before it was shown, and came back. \((seen.downloads[row] ?? 0) > 1 ? "It was downloaded again" : "It was not started again"), \
                and it was not shown.
                """, at: evidence.line(declaring: "cancel") ?? evidence.lineOfChange,
                try: "remove a cancelled row from the dictionary. An old result must not remove the entry of a newer operation (`===`).")
        }
        if seen.leftWasShown {
            return .notJudged(because: "rows that have left are not cancelled, so none of them has to be started again")
        }
        return seen.stages.contains(PhotoPipelineRun.quickReturn) ? nil : .notJudged(because: "not every step of the checks was reached")
    }

    @Sendable private static func widthIsOne(_ seen: PhotoPipelineRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.call != .returned { return neverReturned }
        let most = max(seen.downloadsTogether, seen.filtersTogether)
        if most > 1 {
            return GradeFinding(
                .tooOften,
                "\(most) \(seen.downloadsTogether > 1 ? "downloads" : "filters") ran at the same time. The task allows one download and one filter.",
                at: evidence.line(declaring: "OperationQueue()") ?? evidence.line(declaring: "Queue"),
                try: "give each of the two queues the width 1: `maxConcurrentOperationCount = 1`.")
        }
        guard seen.stages.contains(PhotoPipelineRun.late) else { return neverShown }
        guard !seen.downloadBesideFilter else { return nil }
        return GradeFinding(
            .notParallel, "The filter of one row and the download of the next row did not run at the same time. One waited for the other.",
            at: evidence.line(declaring: "addOperation") ?? evidence.lineOfChange,
            try: "use a queue for the downloads, and another one for the filters.")
    }

    @Sendable private static func nothingToExplore(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(PhotoPipelineRun.Observations.self) else { return neverShown }
        if seen.call != .returned { return neverReturned }
        if !seen.neverShown.isEmpty { return neverShown }
        if seen.showsOffMain > 0 { return .notJudged(because: "`show` is not called on the main queue") }
        if seen.inProgressAgain || seen.shownAgain || seen.shownIsStartedOnReturn {
            return .notJudged(because: "a single run has already shown a row that was started twice")
        }
        if seen.leftWasShown || seen.staleShown || seen.shownAfterFilter {
            return .notJudged(because: "a single run has already shown a row that had left")
        }
        return nil
    }

    @Sendable private static func bothVisible(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        GradeFinding(
            .wrongResult, "Two rows were visible, and stayed visible. In one interleaving, \(outcome).", at: evidence.lineOfShow,
            try: "show each visible row once, when its download and its filter have ended.")
    }

    @Sendable private static func scrolled(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        if outcome.hasSuffix("left") {
            return GradeFinding(
                .tooEarly, "A row was visible, and then the user scrolled. In one interleaving, \(outcome).", at: evidence.lineOfShow,
                try:
                    "use the dictionaries only on the main thread. When a result arrives there, drop it if the dictionary no longer has its operation (`===`)."
            )
        }
        return GradeFinding(
            outcome.hasSuffix("never") ? .missing : .tooOften,
            "The user scrolled, and a row stayed visible. In one interleaving, \(outcome).", at: evidence.lineOfChange,
            try: "start a row only if it is not in progress and was not shown. Use the dictionaries only on the main thread.")
    }

    private static func isReturn(_ stage: String?) -> Bool { stage == PhotoPipelineRun.returning || stage == PhotoPipelineRun.quickReturn }

    private static let neverReturned = GradeFinding.notJudged(because: "`visibleRowsChanged` did not return")
    private static let neverShown = GradeFinding.notJudged(because: "a visible row was never shown")
}

extension Evidence {
    fileprivate var lineOfChange: String? { line(declaring: "func visibleRowsChanged") }
    fileprivate var lineOfShow: String? { line(declaring: "show(row,") ?? line(declaring: "show(") ?? lineOfChange }
}
