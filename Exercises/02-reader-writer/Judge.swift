import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// Many readers at the same time, a writer alone.
    static let readerWriter = ExerciseJudge(
        checks: [
            "readers run at the same time": .behaviour { (seen: ReaderWriterRun.Observations, evidence) in
                if seen.stuckCalls > 0 { return stuck(seen, evidence) }
                guard seen.readersTogether < seen.readers else { return evidence.protectsNothing ? nothingThere : nil }
                return GradeFinding(
                    .notParallel,
                    """
                    \(seen.readers) threads called `read`. Each waited inside for the others until no thread was active, but the others never came. \
                    Your readers run one after the other, although they could run at the same time.
                    """,
                    at: evidence.lineOfRead,
                    try: evidence.queueOfReads != nil
                        ? "let the queue run several readers at the same time: it has to be concurrent, and a reader must not be a barrier."
                        : "a lock admits one thread at a time, and so does a semaphore with the value 1. On a concurrent queue readers run at the same time, and a writer can still run alone."
                )
            },
            "no reader runs during a write": .behaviour { (seen: ReaderWriterRun.Observations, evidence) in
                if seen.stuckCalls > 0 { return didNotReturn }
                if seen.changesMade == 0 { return noChange }
                guard seen.readersBesideWriter > 0 || seen.writerBesideReader else { return nil }
                if seen.readersBesideWriter == 0 {
                    return GradeFinding(
                        .race, "A change began while a reader was still reading the value.",
                        at: evidence.lineOfWrite,
                        try: "a writer has to wait until the earlier readers have finished. Make its block a barrier on the readers' queue."
                    )
                }
                let torn =
                    seen.tornReads == 0
                    ? "" : " \(seen.tornReads) of them saw an incomplete change (a torn read)."
                return GradeFinding(
                    .race,
                    "While a writer was halfway through its change, \(Evidence.counted(seen.readersBesideWriter, "reader")) read the value.\(torn)",
                    at: evidence.lineOfWrite, try: evidence.cureForCompany)
            },
            "one writer at a time": .behaviour { (seen: ReaderWriterRun.Observations, evidence) in
                if seen.stuckCalls > 0 { return didNotReturn }
                if seen.writersTogether {
                    return GradeFinding(
                        .race,
                        """
                        Two writers were changing the value at the same time. Each reads the value and stores a new one: \
                        the change of the other is lost (a lost update).
                        """,
                        at: evidence.lineOfWrite,
                        try: evidence.protectsNothing || evidence.hasBarrier
                            ? evidence.cureForCompany
                            : "two writers must not run at the same time. Use a barrier, or a serial queue for all writers."
                    )
                }
                guard seen.changesMade < seen.changesWanted else { return nil }
                return GradeFinding(
                    .missing,
                    "\(seen.changesMade) of \(seen.changesWanted) requested changes \(seen.changesMade == 1 ? "was" : "were") made.",
                    at: evidence.lineOfWrite,
                    try: "each call of `write` must lead to one call of its `body`, on every code path.")
            },
            "write does not block its caller": .behaviour { (seen: ReaderWriterRun.Observations, evidence) in
                if seen.stuckCalls > 0 { return didNotReturn }
                if seen.changesMade == 0 { return noChange }
                guard seen.writeBesideReader != .returned else {
                    if evidence.protectsNothing { return nothingThere }
                    return seen.writerBesideReader ? besideReader : nil
                }
                return GradeFinding(
                    .waits,
                    """
                    `write` was called while a reader was inside, and returned only after that reader had left. The caller does not need the result: \
                    an app's main thread would be blocked during another thread's long read.
                    """,
                    at: evidence.lineOfWrite,
                    try: "submit the change and return: use `async` instead of `sync`, and a queue instead of a lock.")
            },
            "a read sees earlier writes": .behaviour { (seen: ReaderWriterRun.Observations, evidence) in
                if seen.stuckCalls > 0 { return didNotReturn }
                if seen.changesMade == 0 { return noChange }
                guard seen.pairsInOrder < seen.pairs else {
                    if evidence.explorations?.finding?.verdict == .tooEarly { return foundByLuck }
                    return evidence.protectsNothing ? nothingThere : nil
                }
                return GradeFinding(
                    .tooEarly,
                    """
                    A thread called `write` and then `read`, \(Evidence.times(seen.pairs)). \(seen.pairsInOrder == 0 ? "It never saw" : "In \(seen.pairs - seen.pairsInOrder) of these cases it did not see") \
                    its own change.
                    """,
                    at: evidence.lineOfRead,
                    try: evidence.cureForOrder)
            },
            "each write runs alone": .trace(writesAreWalls),
            "right in every interleaving": .interleavings(
                of: [Exploration("twoChangeAndLook", judge: twoChanged)],
                unless: { evidence in
                    guard let seen = try? evidence.observations(ReaderWriterRun.Observations.self), seen.stuckCalls == 0 else {
                        return didNotReturn
                    }
                    return seen.changesMade == 0 ? noChange : nil
                }),
        ])

    private static func twoChanged(_ outcome: String, _ evidence: Evidence) -> GradeFinding {
        let begin = "Two threads changed the value at the same time, and each read it after that."
        if outcome.contains("own change") {
            return GradeFinding(
                .tooEarly, "\(begin) In one interleaving, one of them does not see its own change.",
                at: evidence.lineOfWrite, try: evidence.cureForOrder)
        }
        let harm =
            outcome.contains("half made")
            ? "one of them sees an incomplete change of the other (a torn read)"
            : "a change is lost (a lost update): the outcome is \(outcome)"
        return GradeFinding(
            .race, "\(begin) In one interleaving, \(harm).", at: evidence.lineOfWrite, try: evidence.cureForCompany)
    }

    /// The finding for calls that did not return: the other checks could not be made.
    private static func stuck(_ seen: ReaderWriterRun.Observations, _ evidence: Evidence) -> GradeFinding {
        let calls = seen.stuckCalls == 1 ? "A call" : "\(seen.stuckCalls) calls"
        let what = "\(calls) of `read` or `write` did not return, although the checks held no thread inside."
        if !seen.spinningThreads.isEmpty {
            let place = evidence.stuck.first { seen.spinningThreads.contains($0.thread) }?.lines.first
            return .endlessLoop(what, "A thread runs in a loop that never ends.", at: place, in: evidence)
        }
        if let standstill = evidence.standstill {
            return GradeFinding(standstill.verdict, "\(what) \(standstill.what)", at: standstill.place, try: standstill.cure)
        }
        return GradeFinding(
            .deadlock, what, at: evidence.stuck.first?.lines.first ?? evidence.line(declaring: "func read"),
            try: "find out what that call waits for, and which thread should end the wait.")
    }

    private static let didNotReturn = GradeFinding.notJudged(because: "calls did not return, and the checks ended there")
    private static let noChange = GradeFinding.notJudged(because: "no change was ever made")
    private static let foundByLuck = GradeFinding.notJudged(
        because:
            "this time each read saw the earlier write, but in other interleavings one does not: see the check “right in every interleaving”"
    )
    private static let nothingThere = GradeFinding.notJudged(
        because: "your code uses neither a queue nor a lock, so no thread is ever reliably excluded")

    private static let besideReader = GradeFinding.notJudged(
        because:
            "the change was made while a reader was inside. The caller did not wait, but the change should have waited"
    )

    /// Independent of the overlaps of this run: only a barrier, or a serial queue, promises that
    /// there is never one.
    ///
    /// A lock that the writer holds exclusively is enough too. The recorder cannot see other means,
    /// and reports that.
    private static func writesAreWalls(_ evidence: Evidence) -> GradeFinding? {
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
            if hasLock {
                guard let seen, seen.readersBesideWriter > 0 else { continue }
                return GradeFinding(
                    .race,
                    "The write holds a lock, but the reads do not acquire that lock, so they do not wait for the write.",
                    at: evidence.lineOfWrite, try: evidence.cureForCompany)
            }
            guard let item = evidence.item(on: write.lane, at: write.time.lowerBound) else {
                return .unjudged(because: "a write ran outside of all queues, and without a lock that the recorder can see")
            }
            let place = evidence.line(of: item.place)
            switch (evidence.trace.queues[item.queue].kind, item.isBarrier) {
            case (.global, true):
                return GradeFinding(
                    .race,
                    "The write is a barrier on a global queue. There it has no effect: the whole process uses that queue, and its other blocks do not wait.",
                    at: place, try: "give the value a concurrent queue of its own: DispatchQueue(label: …, attributes: .concurrent).")
            case (.concurrent, false), (.global, false):
                return GradeFinding(
                    .race,
                    "A write ran on the concurrent queue “\(evidence.queueName(item))” as an ordinary block: other blocks of that queue can run at the same time.",
                    at: place,
                    try: "queue.async(flags: .barrier) { … } waits for the running blocks, runs alone, and makes later blocks wait.")
            default:
                guard let seen, seen.readersBesideWriter > 0, evidence.queueOfReads != evidence.queueOfWrites else { continue }
                return GradeFinding(
                    .race,
                    "The write is alone on its queue “\(evidence.queueName(item))”, but the reads do not use that queue, so they do not wait for the write.",
                    at: place, try: "submit readers and writers to the same queue.")
            }
        }
        return nil
    }
}

extension Evidence {
    /// The lines that submit reads, and writes, to a queue; if there are none, the declarations.
    fileprivate var lineOfRead: String? { line(ofItemAt: "reader inside") ?? line(declaring: "func read") }
    /// Whether there is neither a queue nor a lock, so each caller enters. Means that the recorder
    /// cannot see (a free `Mutex`, an `Atomic`) are searched in the text.
    fileprivate var protectsNothing: Bool {
        let means = ["Mutex", "Atomic", "Lock", "lock", "Condition", "Semaphore", "DispatchQueue", "OperationQueue", "actor "]
        return !usesQueues && !usesLocks && !means.contains(where: mentions)
    }

    fileprivate var hasBarrier: Bool { trace.items.contains { $0.isBarrier } }
    fileprivate var writesAreBarriers: Bool { isInBarrier("writer inside") }
    private var readsAreBarriers: Bool { isInBarrier("reader inside") }
    private func isInBarrier(_ remark: String) -> Bool {
        trace.notes.contains { $0.text == remark && item(on: $0.lane, at: $0.time)?.isBarrier == true }
    }

    /// The queues on which a read, and a write, ran; nil if there is none.
    fileprivate var queueOfReads: Int? { queue(of: "reader inside") }
    fileprivate var queueOfWrites: Int? { queue(of: "writer inside") }

    /// The queue of the last block with a note: each phase has its own page, and so its own queue,
    /// and writes are in the last ones.
    private func queue(of remark: String) -> Int? {
        trace.notes.last { $0.text == remark }.flatMap { item(on: $0.lane, at: $0.time)?.queue }
    }

    /// How to let a read see the earlier writes.
    fileprivate var cureForOrder: String {
        queueOfReads != nil && queueOfReads == queueOfWrites
            ? "on a concurrent queue a later block can overtake an earlier one, unless the earlier one is a barrier (on a queue of your own)."
            : "submit reads and writes to one queue, in the order of the calls. A read is then queued after the earlier writes."
    }

    /// How to keep other threads out during a write.
    fileprivate var cureForCompany: String {
        if protectsNothing {
            return
                "nothing in your code keeps another thread out. Submit readers and writers to one concurrent queue of your own, and make each write a barrier."
        }
        if hasBarrier, !writesAreBarriers {
            return readsAreBarriers
                ? "your reads are barriers, and your writes are not. Make each write the barrier: reads can then run at the same time."
                : "there is a barrier, but the write does not run in it. Make the block that writes the barrier."
        }
        if hasBarrier {
            return
                "the barrier is there, but only blocks of the same queue wait for it, and only if it is a concurrent queue of your own."
        }
        if let queueOfWrites, queueOfReads != queueOfWrites {
            return "a queue orders only its own blocks. Submit readers and writers to the same queue."
        }
        if queueOfReads == nil, queueOfWrites == nil {
            return
                "a lock blocks only threads that acquire it. Submit readers and writers to one concurrent queue of your own, and make each write a barrier."
        }
        return """
            `async` alone submits the block. A concurrent queue then runs it at the same time as its other blocks. Make the write a \
            barrier, and use the same queue for readers and writers.
            """
    }
    fileprivate var lineOfWrite: String? { line(ofItemAt: "writer inside") ?? line(declaring: "func write") }
}
