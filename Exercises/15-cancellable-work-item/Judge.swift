import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// A search that is cancelled by the next text.
    static let cancellableWorkItem = ExerciseJudge(
        checks: [
            "shows the result": .behaviour(showsTheResult),
            "waits for the pause": .behaviour { (seen: CancellableWorkItemRun.Observations, evidence) in
                guard let course = seen.pause else { return nothingShown }
                if course.call != .returned {
                    return GradeFinding(
                        .waits, "`search(for:)` did not return during the pause: it blocked the main thread.", at: evidence.lineOfSearch,
                        try: "let the queue wait for the pause: `asyncAfter(deadline:execute:)` returns immediately.")
                }
                if course.compared.isEmpty {
                    let time = Evidence.tooShort(seen.replaced?.timeToSearch, for: CancellableWorkItemRun.timed)
                    guard let time else { return nil }
                    return GradeFinding(
                        .tooEarly,
                        """
                        The pause was \(CancellableWorkItemRun.timed) seconds. But the search began \(time) seconds after the \
                        last text.
                        """,
                        at: evidence.lineOfSubmission, try: "wait as long as `pause` says, with its fraction: `.now() + pause`.")
                }
                return GradeFinding(
                    .tooEarly, "The pause was one hour, but the search began immediately. So each letter starts a search.",
                    at: evidence.lineOfSubmission, try: "submit the item with `asyncAfter(deadline: .now() + pause, execute: …)`.")
            },
            "searches in the background, shows on the main thread": .behaviour(usesTheRightThread),
            "a replaced text is not searched": .behaviour { (seen: CancellableWorkItemRun.Observations, evidence) in
                guard let course = seen.replaced else { return nothingShown }
                // (Whether a pause of its own is over during the long pause depends on the machine.)
                let isTooShort = Evidence.tooShort(course.timeToSearch, for: CancellableWorkItemRun.timed) != nil
                if seen.pause?.compared.isEmpty == false || isTooShort {
                    return .notJudged(because: "the search does not wait for the pause, so a second text can come before it or during it")
                }
                let compared = course.compared["1"] ?? 0
                if compared > 1 {
                    return GradeFinding(
                        .cost,
                        """
                        A second text came during the pause. Still the first text was compared with \(compared) of \(seen.photos) photos. With a pause, \
                        only the last text needs a search.
                        """,
                        at: evidence.lineOfSubmission ?? evidence.lineOfSearch,
                        try: "keep the item, and call `cancel()` on it when the next text comes: its queue then skips it.")
                }
                guard course.shown != ["2"] else { return nil }
                return GradeFinding(
                    .wrongResult,
                    "A second text came during the pause. \(evidence.results(course.shown)) Expected: the result of the second text, once.",
                    at: evidence.lineOfShow, try: "cancel the item before, and not the new one.")
            },
            "a cancelled search stops": .behaviour(stops),
            "no result of a cancelled search is shown": .behaviour(showsNoOldResult),
            "right in every interleaving": .interleavings(
                of: [Exploration("twoTexts", judge: twoTyped)],
                unless: { evidence in
                    guard let seen = try? evidence.observations(CancellableWorkItemRun.Observations.self), seen.pause != nil else {
                        return nothingShown
                    }
                    if seen.one.isSearchOnMain { return searchesOnMain }
                    if seen.one.shownElsewhere > 0 { return .notJudged(because: "results are shown on a wrong thread") }
                    return showsNoOldResult(seen, evidence) == nil
                        ? nil : .notJudged(because: "the run has already shown that results of cancelled searches appear")
                }),
        ],
        situation: { evidence in
            evidence.trace.notes.filter { CancellableWorkItemRun.steps[$0.text] != nil }.max { $0.time < $1.time }
                .flatMap { CancellableWorkItemRun.steps[$0.text] }
        })

    private static let nothingShown = GradeFinding.notJudged(because: "a search with one text does not work yet")

    private static let searchesOnMain = GradeFinding.notJudged(
        because: "the search runs on the main thread, so no key can come meanwhile")

    @Sendable private static func showsTheResult(_ seen: CancellableWorkItemRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        let course = seen.one
        if course.shown == ["1"] { return nil }
        if course.shown.isEmpty {
            let compared = course.compared["1"] ?? 0
            return GradeFinding(
                .missing,
                compared == 0
                    ? "One text was typed, and then nothing for a long time. But no photo was compared, and no result was shown."
                    : "One text was typed, and \(compared) photos were compared. But no result was shown.",
                at: evidence.lineOfShow,
                try: compared == 0
                    ? "does your code cancel the new item, or forget to submit it? `cancel()` belongs to the item before."
                    : "is the search cancelled although no other text came? Or is the item gone when the result is there?")
        }
        return GradeFinding(
            course.shown.contains("?") ? .wrongResult : .tooOften,
            course.shown.contains("?")
                ? "One text was typed. The photos that were shown are not those for which `matches` returned true."
                : "One text was typed, and its result was shown \(course.shown.count) times.",
            at: evidence.lineOfShow, try: "collect the photos for which `matches` returns true, in their order, and call `show` once.")
    }

    @Sendable private static func usesTheRightThread(_ seen: CancellableWorkItemRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        let course = seen.one
        if course.isSearchOnMain {
            return GradeFinding(
                .waits, "The photos were compared on the main thread. That is slow work, so the app does not react to keys meanwhile.",
                at: evidence.lineOfSubmission ?? evidence.lineOfSearch,
                try: "submit the search to a global queue, and only the call of `show` to the main queue.")
        }
        if course.call != .returned {
            return GradeFinding(
                .waits, "`search(for:)` did not return while the search was running: it blocked the main thread.",
                at: evidence.lineOfSearch,
                try: "submit the search with `asyncAfter`, and do not wait for it.")
        }
        if course.shown.isEmpty { return .notJudged(because: "no result was shown") }
        if [seen.replaced, seen.running].contains(where: { $0.map { $0.call != .returned } ?? false }) {
            return GradeFinding(
                .waits, "A second text came. `search(for:)` blocked the main thread, and waited for the search for the text before.",
                at: evidence.line(of: evidence.waitsOfAttempt.first { $0.lane == 0 }?.place) ?? evidence.lineOfSearch,
                try: "do not wait for a search that you have cancelled. It stops soon, and its result is not shown.")
        }
        guard course.shownElsewhere > 0 else { return nil }
        return GradeFinding(
            .wrongQueue, "`show` was called on a worker thread. Only the main thread can change the screen.", at: evidence.lineOfShow,
            try: "submit the call: DispatchQueue.main.async { … }.")
    }

    @Sendable private static func stops(_ seen: CancellableWorkItemRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard let course = seen.running else {
            return seen.one.isSearchOnMain
                ? searchesOnMain : nothingShown
        }
        let compared = course.compared["1"] ?? 0, held = CancellableWorkItemRun.heldAt
        // A check can come just before the cancellation, so one more photo is right.
        guard compared > held + 1 else { return nil }
        return GradeFinding(
            .cost,
            """
            A second text came while the first search compared photo \(held) of \(seen.photos). Still the first search compared \(compared - held) \
            more photos. That uses a core, and the battery, for a result that no user will see.
            """,
            at: evidence.lineOfMatches,
            try: !evidence.mentions("isCancelled")
                ? "`cancel()` only sets a flag. Look at the item's `isCancelled` before each photo, and `return`."
                : evidence.mentions("DispatchWorkItem") && !evidence.mentions(".cancel()")
                    ? "`isCancelled` is false until some line calls `cancel()` on that item. Call it when the next text comes."
                    : "look at the `isCancelled` of this search before each photo, and `return`. Each search needs a flag of its own.")
    }

    @Sendable private static func showsNoOldResult(_ seen: CancellableWorkItemRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard let running = seen.running, let found = seen.found else {
            return seen.one.isSearchOnMain
                ? searchesOnMain : nothingShown
        }
        if seen.one.shownElsewhere > 0 {
            return .notJudged(because: "results are shown on a wrong thread, so a key can come at any moment before `show`")
        }
        if running.shown != ["2"] {
            return GradeFinding(
                .wrongResult,
                "A second text came while the first search was running. \(evidence.results(running.shown)) Expected: the result of the second text, once.",
                at: evidence.lineOfShow, try: "look at `isCancelled` before you show a result.")
        }
        if found.shown == ["2"] {
            guard let again = seen.again, again.shown != ["1"] else { return nil }
            return GradeFinding(
                .tooOften,
                """
                A second text came while the first search was running, and then the first text again. \(evidence.results(again.shown)) Expected: the \
                result of the first text, once. The search that began first was cancelled, although its text is the same.
                """,
                at: evidence.lineOfShow,
                try: "an equal text does not mean the same search. Give each search its own item, or its own number.")
        }
        return GradeFinding(
            .wrongResult,
            """
            The first search had found everything, and its block was in the main queue. Then a second text came. \(evidence.results(found.shown)) \
            Expected: the result of the second text, once.
            """,
            at: evidence.lineOfShow,
            try:
                "look at `isCancelled` in the block on the main queue, just before `show`. An earlier look is too early: the user can still type after it."
        )
    }

    @Sendable private static func twoTyped(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        GradeFinding(
            .wrongResult, "Two texts were typed, one after the other. In one interleaving, \(outcome).", at: evidence.lineOfShow,
            try: "look at `isCancelled` in the block on the main queue, just before `show`. Each search needs a flag of its own.")
    }
}

extension Evidence {
    fileprivate var lineOfSearch: String? { line(declaring: "func search(for") }
    fileprivate var lineOfSubmission: String? { line(declaring: "asyncAfter(") ?? line(declaring: ".async") ?? lineOfSearch }
    fileprivate var lineOfMatches: String? { line(declaring: "matches(") ?? lineOfSearch }
    fileprivate var lineOfShow: String? { line(declaring: "show(") ?? lineOfSearch }

    /// "The results of the first text and of the second text were shown."
    fileprivate func results(_ shown: [String]) -> String {
        let names = shown.map {
            $0 == "1" ? "the result of the first text" : $0 == "2" ? "the result of the second text" : "another result"
        }
        guard let last = names.last else { return "No result was shown." }
        if names.count == 1 { return "Only \(last) was shown." }
        return "These were shown: \(names.dropLast().joined(separator: ", ")) and \(last)."
    }
}
