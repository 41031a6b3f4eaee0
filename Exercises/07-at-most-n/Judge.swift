import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// A limit for the downloads that run at the same time.
    static let atMost = ExerciseJudge(
        checks: [
            "never more than n at the same time": .behaviour(keepsTheLimit),
            "n downloads run at the same time": .behaviour(reachesTheLimit),
            "goes on when a slot is free": .behaviour { (seen: AtMostRun.Observations, evidence) in
                let course = seen.well
                if course.startedTogether < course.limit { return notTogether }
                if course.startedTogether > course.limit { return noLimit }
                guard course.startedAfterOne == course.startedTogether else {
                    let late = course.names - course.startedBesideSlow
                    guard late > 0 else { return nil }
                    return GradeFinding(
                        .waits,
                        """
                        One download was slow, and the others had ended. But \(Evidence.counted(late, "photo")) did not start before the slow one had \
                        ended, although \(course.limit - 1) slots were free.
                        """,
                        at: evidence.lineOfFunction,
                        try: "do not divide the photos among the slots beforehand: a free slot takes the next photo, whichever that is.")
                }
                return GradeFinding(
                    .waits,
                    """
                    \(course.limit) downloads were running, and \(course.names - course.limit) photos were left. Then one download ended. But the \
                    next one did not start before the other downloads had ended. A slow download keeps the other slots empty.
                    """,
                    at: evidence.lineOfWait ?? evidence.lineOfFunction,
                    try: "let the next download start as soon as any of them has ended: a semaphore counts the free slots.")
            },
            "goes on after errors": .behaviour(goesOnAfterErrors),
            "returns after the last download": .behaviour { (seen: AtMostRun.Observations, evidence) in
                if seen.well.started == 0 { return nothingStarted }
                guard seen.well.hasReturned else { return didNotReturn }
                if seen.waitsForOtherCall {
                    return evidence.waitsForOtherCall("download", "the call returned", at: evidence.lineOfFunction)
                }
                guard seen.well.returnedEarly else { return nil }
                return GradeFinding(
                    .tooEarly, "`downloadAll` returned while the last download was still running.", at: evidence.lineOfFunction,
                    try: "wait at the end until all downloads have ended: a DispatchGroup counts them (`async(group:)`, then `wait`).")
            },
            "only the caller waits": .trace(onlyTheCallerWaits),
            "right in every interleaving": .interleavings(
                of: [
                    Exploration("oneSlot", judge: exploredDownloads), Exploration("twoSlots", judge: exploredDownloads),
                    Exploration("twoFailures", judge: exploredDownloads),
                ],
                unless: { evidence in
                    guard let seen = try? evidence.observations(AtMostRun.Observations.self) else { return didNotReturn }
                    if seen.well.started == 0 { return nothingStarted }
                    if !seen.well.hasReturned || seen.failing?.hasReturned == false { return didNotReturn }
                    if seen.well.startedTogether < seen.well.limit { return notTogether }
                    if seen.well.most > seen.well.limit { return noLimit }
                    let isWrong = seen.well.returnedEarly || seen.failing.map { $0.started != $0.names } ?? false
                    return isWrong ? .notJudged(because: "the run has already shown a bug that each interleaving has") : nil
                }),
        ],
        situation: { evidence in
            switch evidence.lastStep {
            case AtMostRun.wellBegins?: "With 6 photos, a limit of 3, and no error:"
            case AtMostRun.failingBegins?: "With 6 photos, a limit of 2, and an error in each download:"
            case AtMostRun.twoCalls?: "With two calls at the same time:"
            default: nil
            }
        })

    private static let nothingStarted = GradeFinding.notJudged(because: "no download was ever started")
    private static let didNotReturn = GradeFinding.notJudged(because: "`downloadAll` did not return")
    private static let notTogether = GradeFinding.notJudged(because: "your downloads do not use all slots, so the limit is not tested")
    private static let noLimit = GradeFinding.notJudged(because: "more downloads run at the same time than the limit allows")
    private static let tooMany = GradeFinding.Verdict("tooMany")

    @Sendable private static func keepsTheLimit(_ seen: AtMostRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.well.started == 0 {
            return GradeFinding(
                .missing, "`downloadAll` got \(seen.well.names) names, but never called `download`.", at: evidence.lineOfFunction,
                try: "call `download` for each name.")
        }
        guard let course = [seen.well, seen.failing].compactMap({ $0 }).first(where: { $0.most > $0.limit }) else {
            if seen.well.startedTogether < seen.well.limit { return notTogether }
            return evidence.explorations?.doubt("there were not more than \(seen.well.limit)")
        }
        return GradeFinding(
            tooMany,
            "With a limit of \(course.limit), more than \(course.limit) downloads were running at the same time.\(evidence.firstValue(otherThan: course.limit))",
            at: evidence.lineOfWait ?? evidence.lineOfFunction,
            try: evidence.usesSemaphore
                ? "the semaphore begins at the limit. Take a unit before the download begins (`wait`), and give it back after it has ended (`signal`)."
                : "count the free slots with a semaphore: `wait` before each download, `signal` after it.")
    }

    @Sendable private static func reachesTheLimit(_ seen: AtMostRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        let course = seen.well
        if course.started == 0 { return nothingStarted }
        guard course.startedTogether < course.limit else { return nil }
        return GradeFinding(
            .notParallel,
            """
            With a limit of \(course.limit), and \(course.names) photos, only \(Evidence.counted(course.startedTogether, "download")) had \
            started before the first one ended.\(evidence.firstValue(otherThan: course.limit))
            """,
            at: evidence.lineOfWait ?? evidence.lineOfFunction,
            try: evidence.usesSemaphore
                ? "the first value of the semaphore is the number of slots: begin at `limit`."
                : "submit the downloads to a concurrent queue. A plain loop, or a serial queue, runs one at a time.")
    }

    @Sendable private static func goesOnAfterErrors(_ seen: AtMostRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.well.started == 0 { return nothingStarted }
        guard seen.well.hasReturned else {
            return stuck(
                "All \(seen.well.started) downloads that were started had ended, without an error. But `downloadAll` did not return.",
                evidence)
        }
        guard let course = seen.failing else { return didNotReturn }
        let begin = "With \(course.names) photos and a limit of \(course.limit), each download failed."
        guard course.hasReturned else {
            return stuck("\(begin) \(course.started) were started, and had ended. But `downloadAll` did not return.", evidence)
        }
        if course.started - course.repeated < course.names {
            return GradeFinding(
                .missing, "\(begin) Only \(course.started) of \(course.names) downloads were started.", at: evidence.lineOfFunction,
                try: "an error of one photo says nothing about the others: go on with the next one.")
        }
        guard let again = [seen.well, course].first(where: { $0.repeated > 0 }) else { return nil }
        return GradeFinding(
            .tooOften, "\(again.repeated) of \(again.names) photos \(again.repeated == 1 ? "was" : "were") downloaded more than once.",
            at: evidence.lineOfFunction, try: "each name leads to one call of `download`.")
    }

    /// The call did not return: for the reason that the trace shows.
    private static func stuck(_ what: String, _ evidence: Evidence) -> GradeFinding {
        let waits = evidence.waitsOfAttempt.filter { $0.ended == nil }
        guard let wait = waits.first(where: { $0.kind == .semaphore }) else {
            guard let standstill = evidence.standstill else {
                return GradeFinding(
                    .deadlock, what, at: evidence.stuck.first?.lines.first ?? evidence.lineOfFunction,
                    try: "find out what the call waits for, and which thread should end the wait.")
            }
            return GradeFinding(standstill.verdict, "\(what) \(standstill.what)", at: standstill.place, try: standstill.cure)
        }
        let object = wait.object.map { evidence.trace.objects[$0] }
        // Another semaphore can get the address of one that is gone: this one is the last.
        let since = evidence.trace.notes.last { $0.text == AtMostRun.failingBegins || $0.text == AtMostRun.wellBegins }?.time ?? 0
        let signals = evidence.trace.events.count { $0.kind == .semaphoreSignalled && $0.object == object?.address && $0.time >= since }
        let threads = waits.count { $0.kind == .semaphore }
        let value = object?.firstValue.map { "It began with \($0), and was " } ?? "It was "
        return GradeFinding(
            .deadlock,
            """
            \(what) \(threads == 1 ? "A thread waits" : "\(threads) threads wait") for a slot. The semaphore has none: \
            \(value.prefix(1).lowercased() + value.dropFirst())\(signals == 0 ? "never signalled" : "signalled \(Evidence.times(signals))"), \
            and each ended download should have signalled it.
            """,
            at: evidence.line(of: wait.place) ?? evidence.lineOfFunction,
            try: "give the slot back on every code path, also on the one with an error: `defer { … .signal() }` at the begin of the block.")
    }

    @Sendable private static func onlyTheCallerWaits(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(AtMostRun.Observations.self), seen.well.started > 0 else { return nothingStarted }
        if seen.well.startedTogether < seen.well.limit { return notTogether }
        if seen.well.startedTogether > seen.well.limit { return noLimit }
        if seen.well.isRestless {
            return GradeFinding(
                .spins,
                "All slots were taken, and nothing happened. Still a thread spun (busy-waited), or woke up again and again to look for a free slot.",
                at: evidence.line(declaring: "while ") ?? evidence.lineOfFunction,
                try: "let the caller wait for a slot in a call that blocks it: the `wait` of a semaphore.")
        }
        let notes = evidence.trace.notes
        guard let caller = notes.first(where: { $0.text == AtMostRun.wellBegins })?.lane,
            let time = notes.first(where: { $0.text == AtMostRun.slotsAreTaken })?.time
        else { return nil }
        let blocked = evidence.waitsOfAttempt.first { $0.lane != caller && $0.began < time && $0.ended ?? .max > time }
        guard let wait = blocked else { return nil }
        return GradeFinding(
            .cost,
            """
            All slots were taken. Photos that had no slot blocked threads of the pool, one thread for each photo. A blocked thread needs memory, and the pool has few threads. With a thousand photos, other parts of the app get none.
            """,
            at: evidence.line(of: wait.place) ?? evidence.lineOfWait,
            try: "wait before you submit the block, not in the block. Then a photo that waits is not on a thread.")
    }

    @Sendable private static func exploredDownloads(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        let begin = "Two photos were downloaded. One interleaving has this outcome: \(outcome)."
        guard outcome.hasPrefix("2 of 2") else {
            return GradeFinding(
                .tooEarly, begin, at: evidence.lineOfFunction,
                try: "`downloadAll` must return after all downloads have ended, and each photo must be downloaded once.")
        }
        return GradeFinding(
            tooMany, begin, at: evidence.lineOfWait ?? evidence.lineOfFunction,
            try: "taking a slot must be one step for all other threads: the `wait` of a semaphore checks and counts in one step.")
    }
}

extension Evidence {
    fileprivate var lastStep: String? {
        trace.notes.filter { [AtMostRun.wellBegins, AtMostRun.failingBegins].contains($0.text) }.max { $0.time < $1.time }?.text
    }

    fileprivate var lineOfFunction: String? { line(declaring: "func downloadAll") }

    /// The line at which the attempt waits for a slot.
    fileprivate var lineOfWait: String? {
        waitsOfAttempt.lazy.filter { $0.kind == .semaphore }.compactMap { self.line(of: $0.place) }.first
    }

    fileprivate var usesSemaphore: Bool { mentions("DispatchSemaphore") }

    /// " Your semaphore begins at 4.", if that is not the limit.
    fileprivate func firstValue(otherThan limit: Int) -> String {
        guard let value = trace.objects.first(where: { $0.kind == .semaphore })?.firstValue, value != limit else { return "" }
        return " Your semaphore begins at \(value)."
    }
}
