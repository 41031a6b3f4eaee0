import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// Progress reports that never flood the main queue.
    static let progressThrottle = ExerciseJudge(
        checks: [
            "at most one report is queued, and the worker does not wait": .behaviour(oneReportIsQueued),
            "the last report is 100": .behaviour(lastReportIsComplete),
            "a free main thread sees each row": .behaviour(freeMainSeesAll),
            "reports come on the main queue, and never go back": .behaviour(reportsAreInOrder),
            "right in every interleaving": .interleavings(
                of: [Exploration("twoRows", judge: twoRowsDone)], unless: nothingToExplore),
        ],
        remarks: { evidence in
            guard evidence.mentions("makeUserData") else { return [] }
            return [
                """
                A data source of libdispatch adds up what it gets while its handler cannot run. That is what this task asks for, with the lock and the \
                flag inside of libdispatch.
                """
            ]
        },
        situation: { evidence in
            let steps = [
                ProgressThrottleRun.freeMain: "With 4 rows, and a main thread that has nothing else to do:",
                ProgressThrottleRun.busyMain: "With 1000 rows, and a busy main thread:",
                ProgressThrottleRun.duringReport: "With 10 rows, 9 of them during the first report:",
            ]
            return evidence.trace.notes.last { steps[$0.text] != nil }.flatMap { steps[$0.text] }
        })

    @Sendable private static func oneReportIsQueued(_ seen: ProgressThrottleRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.busy.worker == .returned, seen.reporting.worker == .returned else {
            let isRestless = [seen.busy.worker, seen.reporting.worker].contains(.restless)
            let wait = evidence.waitsOfAttempt.first { !$0.passedAtOnce && $0.lane != 0 && line(of: $0, evidence) != nil }
            return GradeFinding(
                isRestless ? .spins : .waits,
                """
                The main thread was busy. The worker called `rowIsDone()`, and the call did not return until the main thread was free. So the \
                import is blocked whenever the app has other work.
                """, at: wait.flatMap { line(of: $0, evidence) } ?? evidence.lineOfRow,
                try: "use `async`: it submits the block and returns. `sync` waits until the block has run.")
        }
        if seen.hasNoReport { return neverReported }
        let queued = reportsQueuedAtMost(seen, evidence)
        guard queued > 1 else {
            if seen.hasReportOffMain { return offMain }
            return seen.free.reports.count > 1 ? nil : .notJudged(because: "only one report comes, so no two reports can be queued")
        }
        return GradeFinding(
            .cost,
            """
            The main thread was busy while the worker imported \(seen.busy.rows) rows. At the end, \(queued) blocks of your code were queued on the \
            main queue. A touch of the user must wait for all of them. Only the newest number is still of use.
            """, at: evidence.line(ofItemAt: "report 100") ?? evidence.line(declaring: "main.async") ?? evidence.lineOfRow,
            try: queued == 2
                ? "submit a block only if none is queued, also for the last row. The queued block reads the newest number when it runs."
                : "remember in a flag whether a report is queued, and submit no other one meanwhile. Let the block read the newest number when it runs."
        )
    }

    /// The number of reports that were queued on the main queue at the same time. (Reports on a worker thread are
    /// none of them: how many there are depends on the threads' speed.)
    private static func reportsQueuedAtMost(_ seen: ProgressThrottleRun.Observations, _ evidence: Evidence) -> Int {
        max(evidence.blocksQueuedAtMost, seen.busy.reports.count - seen.busy.reportsOffMain - 1)
    }

    private static func line(of wait: Trace.Wait, _ evidence: Evidence) -> String? { evidence.line(of: wait.place) }

    @Sendable private static func lastReportIsComplete(_ seen: ProgressThrottleRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.hasNoReport {
            return GradeFinding(
                .missing, "All rows were done, but `report` was never called.", at: evidence.lineOfRow,
                try: "submit a block to the main queue, and call `report` in it.")
        }
        if evidence.reportsCanOvertake { return overtaking }
        func words(_ reports: [Int]) -> String { reports.last.map { "The last report was \($0)." } ?? "No report came." }
        let advice = """
            a report that was submitted before the last row must read the number when it runs. A report that has already read it must not keep the \
            last row from submitting another one.
            """
        if seen.free.reports.last != 100 {
            return GradeFinding(
                .missing, "The main thread had nothing to do, and all rows were done. \(words(seen.free.reports))",
                at: evidence.lineOfReport,
                try: evidence.usesClock ? noClock : advice)
        }
        if seen.busy.reports.last != 100 {
            return GradeFinding(
                .missing, "The main thread was busy until all rows were done. \(words(seen.busy.reports))", at: evidence.lineOfReport,
                try: evidence.usesClock ? noClock : advice)
        }
        if seen.isComplete, seen.reporting.reports.last != 100 {
            return GradeFinding(
                .missing,
                "The last row was done while a report was running. \(words(seen.reporting.reports)) The user would wait for ever.",
                at: evidence.lineOfReport,
                try: "clear the flag before `report` is called, and in the same step in which you read the number.")
        }
        return evidence.explorations?.doubt("it was")
    }

    @Sendable private static func freeMainSeesAll(_ seen: ProgressThrottleRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.hasNoReport { return neverReported }
        guard let row = seen.rowsWithoutReport.first else { return nil }
        return GradeFinding(
            .missing,
            """
            \(row) of \(seen.free.rows) rows \(row == 1 ? "was" : "were") done, and the main thread had nothing to do. But no report of \
            \(row * 100 / seen.free.rows) came.
            """, at: evidence.lineOfRow,
            try: evidence.usesClock
                ? noClock
                : "submit a report whenever none is queued. The main thread itself says how often: it runs a block when it has time.")
    }

    @Sendable private static func reportsAreInOrder(_ seen: ProgressThrottleRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.hasNoReport { return neverReported }
        let imports = [seen.free, seen.busy, seen.reporting]
        if seen.hasReportOffMain {
            return GradeFinding(
                .wrongQueue, "`report` was called on a worker thread. It changes the screen, and only the main queue can do that.",
                at: evidence.lineOfReport, try: "call it in a block that you submit with `DispatchQueue.main.async`.")
        }
        if evidence.reportsCanOvertake { return overtaking }
        for seen in imports where seen.goesBack {
            let pair = zip(seen.reports, seen.reports.dropFirst()).first { $0 > $1 }
            return GradeFinding(
                .wrongResult, "A report of \(pair?.0 ?? 0) was followed by a report of \(pair?.1 ?? 0).", at: evidence.lineOfReport,
                try: "read the number when the report runs, and use one queue for all reports.")
        }
        return nil
    }

    /// The order of such reports is luck, also in a run in which it is the right one.
    private static let overtaking = GradeFinding.notJudged(
        because: "several reports take a detour through a concurrent queue, where they can overtake each other, so no run shows their order"
    )

    @Sendable private static func nothingToExplore(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(ProgressThrottleRun.Observations.self), !seen.hasNoReport else { return neverReported }
        guard seen.isComplete else { return .notJudged(because: "the worker waits for the main thread, so the two never meet") }
        if seen.hasReportOffMain { return offMain }
        if reportsQueuedAtMost(seen, evidence) > 1 {
            return .notJudged(because: "several reports are queued at a time, so there is no single report whose order could be judged")
        }
        guard [seen.free, seen.busy, seen.reporting].allSatisfy({ $0.reports.last == 100 }) else {
            return .notJudged(because: "a single run has already shown that the last report is not 100")
        }
        return seen.rowsWithoutReport.isEmpty ? nil : .notJudged(because: "reports are missing even when the main thread is free")
    }

    @Sendable private static func twoRowsDone(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        let goesBack = outcome.hasSuffix("back")
        return GradeFinding(
            goesBack ? .wrongResult : .missing,
            """
            A worker imported two rows. In one interleaving, \(outcome).\(goesBack ? "" : " The last row was done between two steps of the report, and submitted nothing.")
            """, at: evidence.lineOfReport,
            try: goesBack
                ? "read the number when the report runs, and use one queue for all reports."
                : "the report must clear the flag and read the number in one step, under one lock. Or it clears the flag first, and reads after that."
        )
    }

    private static let noClock =
        "do not let a clock decide. A time that has not passed at the last row means that this row is never reported."
    private static let offMain = GradeFinding.notJudged(because: "the reports do not come on the main queue")
    private static let neverReported = GradeFinding.notJudged(because: "`report` was never called")
}

extension ProgressThrottleRun.Observations {
    fileprivate var hasNoReport: Bool { free.reports.isEmpty && busy.reports.isEmpty }
    fileprivate var hasReportOffMain: Bool { [free, busy, reporting].contains { $0.reportsOffMain > 0 } }
}

extension Evidence {
    fileprivate var lineOfRow: String? { line(declaring: "func rowIsDone") }
    fileprivate var lineOfReport: String? { line(declaring: "report(") ?? lineOfRow }
    fileprivate var usesClock: Bool { ["Date", "Clock", "Time", "asyncAfter"].contains(where: mentions) }

    /// Whether several reports are queued at a time, and come from blocks that can overtake each other.
    fileprivate var reportsCanOvertake: Bool {
        func kind(_ item: Trace.Item) -> Trace.Queue.Kind? {
            trace.queues.indices.contains(item.queue) ? trace.queues[item.queue].kind : nil
        }
        let detours = trace.items.contains { item in
            guard kind(item) == .main, let source = item.enqueuedByItem else { return false }
            return [.concurrent, .global].contains(kind(trace.items[source]))
        }
        return detours && blocksQueuedAtMost > 1
    }

    /// The blocks that were submitted to the main queue while the main thread was busy, and had not begun
    /// when that ended: then they were all queued at the same time.
    fileprivate var blocksQueuedAtMost: Int {
        guard let begin = trace.notes.first(where: { $0.text == ProgressThrottleRun.busyBegins })?.time,
            let end = trace.notes.first(where: { $0.text == ProgressThrottleRun.busyEnds })?.time
        else { return 0 }
        return trace.items.count { item in
            guard trace.queues.indices.contains(item.queue), trace.queues[item.queue].kind == .main, let enqueued = item.enqueued else {
                return false
            }
            return begin...end ~= enqueued && item.began ?? .max > end
        }
    }
}
