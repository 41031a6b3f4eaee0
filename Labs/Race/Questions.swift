import LabKit
import RaceScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "lock", asks: "Which counter gets `lock` last?",
        because: """
            Each counter gets the lock, also one that finds no seat. Chance decides about the order: a lock does not promise that the first
            one to ask is the first one to get it.
            """
    ) { trace in
        let last = trace.holdings.filter { trace.counter(of: $0.item) != nil }.max { $0.began < $1.began }
        return .one(of: trace.counters, right: trace.counter(of: last?.item), at: last?.began)
    },
    RunQuestion(
        after: "unprotected", asks: "Which counter is the last to come to the printer?",
        because: """
            All others were there before it: they had read `sold`, and none of them had changed it. So this counter read the same number,
            too. Chance decides which one is the last.
            """
    ) { trace in
        let last = trace.firstPrinting.max { $0.value < $1.value }
        return .one(of: trace.firstPrinting.keys.sorted(), right: last?.key, at: last?.value)
    },
]

extension Trace {
    /// "counter 2", if the item is its sale.
    fileprivate func counter(of item: Int?) -> String? {
        let label = item.map { queues[items[$0].queue].label } ?? ""
        return label.hasPrefix("counter ") ? label : nil
    }

    fileprivate var counters: [String] { items(onQueuesNamed: "counter ").map { queues[$0.queue].label }.sorted() }

    /// When each counter began to print: the time of its first dots.
    fileprivate var firstPrinting: [String: Int64] {
        staged.reduce(into: [:]) { first, stretch in
            guard let counter = counter(of: stretch.item) else { return }
            first[counter] = min(first[counter] ?? .max, stretch.began)
        }
    }
}

/// An evening of its own size. All counters meet in the printer.
private func evening(
    _ counters: Int, seats: Int, _ makeOffice: @escaping @Sendable (_ seats: Int, _ printer: Printer) -> BoxOffice
) -> @Sendable (Setting<RaceParameters>) -> Sales {
    { _ in Evening(counters: counters, seats: seats).sell(meeting: Meeting(of: counters), makeOffice) }
}

private func tickets(for seats: Int...) -> @Sendable (SalesRun) -> [Claim] {
    { run in ticketClaims(run, expected: seats) }
}

/// The questions after a wrong guess.
let followUps: [FollowUp<RaceParameters>] = [
    FollowUp(
        after: "unprotected", "atomic-property",
        asks: Variant(
            "three-counters", "three counters, one seat, an ordinary variable",
            prediction: Prediction(
                """
                One seat is left. Three counters run `let seat = sold + 1` before any of them runs `sold = seat`. What is `sold`
                afterwards?
                """,
                about: "UnprotectedOffice.sell", choices: ["it is 0", "it is 1", "it is 3"], answer: 1,
                because: "All three read 0, so all three write 1. Three tickets are printed, and `sold` counts one.", at: .lastPrinting,
                beside: ["sold = seat": "wrote {seats on the tickets}"]),
            run: evening(3, seats: 1) { UnprotectedOffice(seats: $0, printer: $1) }, claims: tickets(for: 1, 1, 1))),
    FollowUp(
        after: "atomic-add",
        asks: Variant(
            "add-for-three", "three counters, one seat, an atomic addition",
            prediction: Prediction(
                """
                One seat is left. Three counters run `sold.load` before any of them runs `sold.add`. How many customers get a ticket for
                seat 1?
                """,
                about: "AtomicAddOffice.sell", choices: ["none", "one", "all three"], answer: 1,
                because: """
                    The additions come one after the other and return 1, 2 and 3. Only one customer has seat 1. But the two others have
                    tickets, too, for seats that do not exist.
                    """, at: .lastPrinting, beside: ["sold.add": "returned {seats on the tickets}"]),
            run: evening(3, seats: 1) { AtomicAddOffice(seats: $0, printer: $1) }, claims: tickets(for: 1, 2, 3))),
    FollowUp(
        after: "lock", "serial-queue", "mutex", "atomic", "actor",
        asks: Variant(
            "two-locks", "a lock around the read, and again around the write",
            prediction: Prediction(
                """
                Now `lock` protects the read of `sold`, and later the write. Two seats are left. Four counters come at the same time.
                How many can be in `printer.print(seat)` at the same time?
                """,
                about: "TwoLocksOffice.sell", choices: ["one: there is a lock", "two: as many as seats", "all four"], answer: 2,
                because: """
                    The lock is free between the two lines, so all counters read 0 and print seat 1. A lock protects a sale only if one
                    critical section contains its check and its change.
                    """, at: .lastPrinting,
                beside: ["printer.print": "{counters in the printer} at the same time", "sold = seat": "wrote {seats on the tickets}"]),
            run: evening(4, seats: 2) { TwoLocksOffice(seats: $0, printer: $1) },
            claims: { run in
                [
                    Claim(
                        "counters in the printer", run.observations.mostPrintingAtOnce, "counters", .exactly(4), outOf: 4,
                        showsMistake: true)
                ] + ticketClaims(run, expected: [1, 1, 1, 1])
            })),
    FollowUp(
        after: "unordered", "ordered",
        asks: Variant(
            "relaxed", "an atomic flag with the ordering relaxed",
            prediction: Prediction(
                "Now `isPublished` is atomic, and both threads use `.relaxed`. `euros` is an ordinary variable. Is the price safe?",
                about: ["RelaxedPoster.publish", "RelaxedPoster.price"],
                choices: ["safe: the flag is atomic", "not safe: `.relaxed` puts no other access in order"], answer: 1,
                because: """
                    Only the flag is atomic. `.relaxed` lets the compiler and the processor exchange the two writes, so the two uses of
                    `euros` are still a data race. A processor of the x86 family rarely shows it.
                    """, at: .opening(.reader)),
            run: { _ in publish(on: 100) { RelaxedPoster() } }, claims: unorderedClaims)),
]
