import ExerciseChecks
import Trace

extension Exercise {
    /// Many readers at once, a writer alone.
    static let readerWriter = Exercise(
        "02-reader-writer", topic: "many readers at once, a writer alone",
        signatures: [
            "init(_ value: Value)", "func read<Result>(_ body: (Value) -> Result) -> Result",
            "func write(_ body: @escaping (inout Value) -> Void)",
        ],
        entry: "ReaderWriterEntry",
        checks: [
            .behaviour("readers meet inside", points: 3) { (seen: ReaderWriterRun.Observations, evidence) in
                if seen.stuckCalls > 0 { return stuck(seen, evidence) }
                guard seen.readersTogether < seen.readers else { return evidence.protectsNothing ? nothingThere : nil }
                return Finding(
                    .notParallel,
                    """
                    \(seen.readers) threads called `read`, and each waited inside for the others until nothing moved any more: they never met. \
                    Your readers go in one after the other, although they would not disturb each other.
                    """,
                    at: evidence.lineOfRead,
                    try: evidence.queueOfReads != nil
                        ? "the queue may run several readers at once: it has to be concurrent, and a reader must not be a barrier."
                        : "a lock lets one in at a time, and so does a semaphore that begins with 1. On a concurrent queue readers run together, and a writer can ask to be alone."
                )
            },
            .behaviour("no reader beside a writer", points: 2) { (seen: ReaderWriterRun.Observations, evidence) in
                if seen.stuckCalls > 0 { return didNotReturn }
                if seen.changesMade == 0 { return noChange }
                guard seen.readersBesideWriter > 0 || seen.writerBesideReader else { return nil }
                if seen.readersBesideWriter == 0 {
                    return Finding(
                        .race, "A change was begun while a reader was still looking at the value.",
                        at: evidence.lineOfWrite,
                        try: "a writer has to wait until the readers before it are done: make its block a barrier on the readers' queue.")
                }
                let torn =
                    seen.tornReads == 0
                    ? "" : " \(seen.tornReads) of them saw what must never be seen: a change that had been begun and was not complete."
                return Finding(
                    .race,
                    "While a writer was halfway through its change, \(Evidence.counted(seen.readersBesideWriter, "reader")) came in and looked.\(torn)",
                    at: evidence.lineOfWrite, try: evidence.cureForCompany)
            },
            .behaviour("one writer at a time", points: 1) { (seen: ReaderWriterRun.Observations, evidence) in
                if seen.stuckCalls > 0 { return didNotReturn }
                if seen.writersTogether {
                    return Finding(
                        .race,
                        """
                        Two writers were changing the value at the same time. Each looks at what is there and puts back something new: \
                        what the other put there meanwhile is lost.
                        """,
                        at: evidence.lineOfWrite,
                        try: evidence.protectsNothing || evidence.hasBarrier
                            ? evidence.cureForCompany
                            : "a writer must not run beside another one: a barrier does not, and neither does a block on a serial queue of its own."
                    )
                }
                guard seen.changesMade < seen.changesWanted else { return nil }
                return Finding(
                    .missing,
                    "\(seen.changesMade) of \(seen.changesWanted) changes that were asked for \(seen.changesMade == 1 ? "was" : "were") made.",
                    at: evidence.lineOfWrite,
                    try: "each call of `write` must lead to one call of its `body`, on every way through your code.")
            },
            .behaviour("writing does not make its caller wait", points: 1) { (seen: ReaderWriterRun.Observations, evidence) in
                if seen.stuckCalls > 0 { return didNotReturn }
                if seen.changesMade == 0 { return noChange }
                guard seen.writeBesideReader != .returned else {
                    if evidence.protectsNothing { return nothingThere }
                    return seen.writerBesideReader ? besideReader : nil
                }
                return Finding(
                    .waits,
                    """
                    `write` was called while a reader was inside, and did not come back until that one was gone. The caller does not need the result: \
                    on an app's main thread it would stand still for somebody else's long look.
                    """,
                    at: evidence.lineOfWrite,
                    try: "hand the change over and return: `async` rather than `sync`, a queue rather than a lock.")
            },
            .behaviour("a read finds what was written before it", points: 1) { (seen: ReaderWriterRun.Observations, evidence) in
                if seen.stuckCalls > 0 { return didNotReturn }
                if seen.changesMade == 0 { return noChange }
                guard seen.pairsInOrder < seen.pairs else {
                    if evidence.explorations?.finding?.verdict == .tooEarly { return foundByLuck }
                    return evidence.protectsNothing ? nothingThere : nil
                }
                return Finding(
                    .tooEarly,
                    """
                    A thread called `write` and then `read`, \(Evidence.times(seen.pairs)). \(seen.pairsInOrder == 0 ? "It never found" : "In \(seen.pairs - seen.pairsInOrder) of them it did not find") \
                    the change that it had asked for itself.
                    """,
                    at: evidence.lineOfRead,
                    try: evidence.cureForOrder)
            },
            .trace("each write is a wall", points: 1, writesAreWalls),
            .interleavings(
                "right in every interleaving", points: 1, of: [Exploration("twoChangeAndLook", judge: twoChanged)],
                unless: { evidence in
                    guard let seen = try? evidence.observations(ReaderWriterRun.Observations.self), seen.stuckCalls == 0 else {
                        return didNotReturn
                    }
                    return seen.changesMade == 0 ? noChange : nil
                }),
        ])

    private static func twoChanged(_ outcome: String, _ evidence: Evidence) -> Finding {
        let begin = "Two threads changed the value at the same time, and each looked at it behind that."
        if outcome.contains("own change") {
            return Finding(
                .tooEarly, "\(begin) There is an order of their steps in which one of them does not find its own change.",
                at: evidence.lineOfWrite, try: evidence.cureForOrder)
        }
        let harm =
            outcome.contains("half made")
            ? "one of them looks into the middle of a change of the other" : "a change is lost: at the end there were \(outcome)"
        return Finding(
            .race, "\(begin) There is an order of their steps in which \(harm).", at: evidence.lineOfWrite, try: evidence.cureForCompany)
    }

    /// What there is to say when calls did not return: everything else could not be looked at.
    private static func stuck(_ seen: ReaderWriterRun.Observations, _ evidence: Evidence) -> Finding {
        let calls = seen.stuckCalls == 1 ? "A call" : "\(seen.stuckCalls) calls"
        let what = "\(calls) of `read` or `write` did not return, although the checks kept nobody inside."
        if let standstill = evidence.standstill {
            return Finding(standstill.verdict, "\(what) \(standstill.what)", at: standstill.place, try: standstill.cure)
        }
        return Finding(
            .deadlock, what, at: evidence.stuck.first?.lines.first ?? evidence.line(declaring: "func read"),
            try: "ask what that call waits for, and who is to end the wait.")
    }

    private static let didNotReturn = Finding.notJudged(because: "calls did not return, and the checks ended there")
    private static let noChange = Finding.notJudged(because: "no change was ever made")
    private static let foundByLuck = Finding.notJudged(
        because: "this time each read found it, and in other interleavings one does not: see there")
    private static let nothingThere = Finding.notJudged(
        because: "your code uses neither a queue nor a lock, so nothing in it keeps a thread out for certain")

    private static let besideReader = Finding.notJudged(
        because:
            "the change was made beside a reader that was inside, so nothing held the caller up, although something ought to have held up the change"
    )

    /// Whatever happened to overlap this time: only a barrier, or a serial queue, promises that nothing ever will.
    ///
    /// A lock that the writer has for itself does it too. Of other means the recorder sees nothing, and says so.
    private static func writesAreWalls(_ evidence: Evidence) -> Finding? {
        let seen = try? evidence.observations(ReaderWriterRun.Observations.self)
        if let seen, seen.stuckCalls > 0 { return didNotReturn }
        let writes = evidence.stretches(from: "writer inside", to: "writer goes")
        guard !writes.isEmpty else { return noChange }
        if evidence.protectsNothing { return nothingThere }
        for write in writes {
            let hasLock = evidence.trace.holdings.contains {
                $0.lane == write.lane && !$0.isShared && evidence.trace.objects[$0.object].kind == .lock
                    && $0.began <= write.time.lowerBound && ($0.ended ?? .max) >= write.time.upperBound
            }
            if hasLock { continue }
            guard let item = evidence.item(on: write.lane, at: write.time.lowerBound) else {
                return .unjudged(because: "a write ran on no queue, and under no lock that the recorder can see")
            }
            let place = evidence.line(of: item.place)
            switch (evidence.trace.queues[item.queue].kind, item.isBarrier) {
            case (.global, true):
                return Finding(
                    .race,
                    "The write is a barrier on a global queue. There it means nothing: others use that queue too, and they are not stopped.",
                    at: place, try: "give the value a concurrent queue of its own: DispatchQueue(label: …, attributes: .concurrent).")
            case (.concurrent, false), (.global, false):
                return Finding(
                    .race,
                    "A write ran on the concurrent queue “\(evidence.queueName(item))” as a block like any other: nothing keeps the blocks beside it out.",
                    at: place,
                    try: "queue.async(flags: .barrier) { … } waits for what runs, runs alone, and holds back what comes behind it.")
            default:
                guard let seen, seen.readersBesideWriter > 0, evidence.queueOfReads != evidence.queueOfWrites else { continue }
                return Finding(
                    .race,
                    "The write is alone on its queue “\(evidence.queueName(item))”, and the reads do not go through that queue: nobody ever comes by this wall.",
                    at: place, try: "lead readers and writers through the same queue.")
            }
        }
        return nil
    }
}

extension Evidence {
    /// Where reads, and writes, are handed to a queue; where they are not, their declarations.
    fileprivate var lineOfRead: String? { line(ofItemAt: "reader inside") ?? line(declaring: "func read") }
    /// Neither a queue nor a lock: whoever calls goes in. What the recorder does not see (a `Mutex` that is free, an `Atomic`) is in the text.
    fileprivate var protectsNothing: Bool {
        let means = ["Mutex", "Atomic", "Lock", "lock", "Condition", "Semaphore", "DispatchQueue", "OperationQueue", "actor "]
        return !usesQueues && !usesLocks && !means.contains(where: mentions)
    }

    fileprivate var hasBarrier: Bool { trace.items.contains { $0.isBarrier } }

    /// The queues on which a read, and a write, ran; nil where it was none.
    fileprivate var queueOfReads: Int? { queue(of: "reader inside") }
    fileprivate var queueOfWrites: Int? { queue(of: "writer inside") }

    /// The queue of the last block in which a remark was written: each phase has a page, and so a queue, of its own, and writes are in the last ones.
    private func queue(of remark: String) -> Int? {
        trace.notes.last { $0.text == remark }.flatMap { item(on: $0.lane, at: $0.time)?.queue }
    }

    /// How to let a read find the writes before it.
    fileprivate var cureForOrder: String {
        queueOfReads != nil && queueOfReads == queueOfWrites
            ? "on a concurrent queue a later block overtakes an earlier one, unless that one is a barrier (on a queue of your own)."
            : "put reads and writes on one queue, in the order of the calls: then a read stands behind the writes before it."
    }

    /// How to keep others away from a writer.
    fileprivate var cureForCompany: String {
        if protectsNothing {
            return
                "nothing in your code keeps anybody out. Lead readers and writers through one queue of your own, and say of the writers that they want to be alone."
        }
        if hasBarrier {
            return
                "the barrier is there, but it holds back only what goes through the same queue, and only on a concurrent queue that you made yourself."
        }
        if let queueOfWrites, queueOfReads != queueOfWrites {
            return "a queue keeps apart what goes through it, and nothing else: lead readers and writers through the same one."
        }
        return """
            `async` alone puts the block on the queue; a concurrent queue then starts it beside whatever runs there. The block has to say that \
            it wants to be alone, and readers and writers have to use the same queue.
            """
    }
    fileprivate var lineOfWrite: String? { line(ofItemAt: "writer inside") ?? line(declaring: "func write") }
}
