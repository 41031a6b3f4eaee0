import Schedules

/// A small verdict, and one whose texts try everything that a format could obey.
enum SampleSchedule {
    static var bank: ToldSchedule {
        var told = ToldSchedule(
            subject: "Bank.swift", verdict: "Bank.swift: 1 of its 2 outcomes is wrong. 4 interleavings, complete, in 0.03 s")
        told.failure = "A wrong outcome: 20."
        told.table = ScheduleTable(
            threads: ["main thread", "block 1"], variables: ["Account.balance"],
            rows: [
                .init(thread: 0, file: "Bank.swift", line: 7, source: "let old = balance", values: [0: "100"], isDeciding: true, step: 3),
                .init(thread: 1, file: "Bank.swift", line: 7, source: "let old = balance", values: [0: "100"], isDeciding: true, step: 4),
                .init(thread: 1, file: "Bank.swift", line: 8, source: "balance = old - 80", values: [0: "100 → 20"], step: 5),
                .init(
                    thread: 0, file: "Bank.swift", line: 8, source: "balance = old - 80", note: "waits", values: [0: "20 → 20"],
                    isFailure: true, step: 6),
            ], skipped: [2: 3])
        told.reasons = ["The second write replaced the first: a lost update."]
        told.advice = "Hold one lock from the read to the write in `balance = old - 80` (line 8)."
        told.token = "09r3m1g00g0r4"
        told.command = "interleave replay 09r3m1g00g0r4 Bank.swift --step"
        told.preemptions = "1 preemption, the fewest possible"
        told.printed = ["paid 80"]
        told.executions = 4
        told.outcomes = [
            .init(text: "20", isAllowed: true, executions: 3, token: "09r3m1g0tw"),
            .init(text: "60", isAllowed: false, executions: 1, token: "09r3m1g00g0r4"),
        ]
        return told
    }

    /// Ends of scripts and of attributes, control bytes, letters that turn the direction of writing, marks, wide letters, markup.
    static let hostile =
        "</script><img src=x onerror=alert(1)>\"'&<!-- ]]> \u{1B}[31m\u{0}\u{7}\u{202E} e\u{301} 漢字 | "
        + "`code` \\ @user #12 [x](http://a.b) \u{2028}"

    static var attack: ToldSchedule {
        var told = ToldSchedule(subject: hostile, verdict: hostile)
        told.failure = hostile
        told.table = ScheduleTable(
            threads: [hostile, "B"], variables: [hostile],
            rows: [
                .init(thread: 0, file: hostile, line: 1, source: hostile, note: hostile, values: [0: hostile], step: 0),
                .init(thread: 1, file: hostile, line: 2, source: "```", isFailure: true, step: 1),
            ])
        told.circle = CircularWait(links: [.init(thread: hostile, holds: hostile, wants: hostile)])
        told.reasons = [hostile]
        told.places = [.init(words: hostile, file: hostile, line: 1, source: hostile)]
        told.advice = hostile
        told.token = hostile
        told.command = hostile
        told.printed = [hostile, "```", "````"]
        told.others = [hostile]
        told.outcomes = [.init(text: hostile, isAllowed: false, executions: 1, token: hostile)]
        told.remarks = [hostile]
        return told
    }
}
