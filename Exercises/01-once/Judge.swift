import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// One instance, however many threads ask for it first at the same time.
    static let once = ExerciseJudge(
        checks: [
            "one instance": .behaviour(oneInstance),
            "the photos are read once, by the first caller": .behaviour(readOnce),
            "later callers block until the first has finished": .behaviour(secondSleeps),
            "right in every interleaving": .interleavings(
                of: [Exploration("twoAskFirst", judge: twoAskedFirst), Exploration("twoAskAgain", judge: twoAskedAgain)],
                unless: nothingToMeetAt),
            "asking again costs nothing": .trace(laterAskingIsFree),
        ],
        situation: { evidence in
            guard evidence.trace.notes.contains(where: { $0.text == "asks" }) else {
                return "Before any thread had asked for `shared`, while `readNames` was being set:"
            }
            return nil
        })

    @Sendable private static func oneInstance(_ seen: OnceRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.withoutAnswer == 0 else {
            let who = "\(seen.withoutAnswer) of \(seen.callers) threads that asked for `shared` at the same time never got an answer."
            if let standstill = evidence.standstill {
                return GradeFinding(standstill.verdict, "\(who) \(standstill.what)", at: standstill.place, try: standstill.cure)
            }
            return GradeFinding(
                .missing, who, at: evidence.stuck.first?.lines.first ?? evidence.lineOfShared,
                try: "look for a lock that is acquired and never released, or a flag that is never set.")
        }
        guard seen.instances > 1 || !seen.laterIsKnown else {
            return evidence.explorations?.doubt("it was one")
        }
        if !seen.laterIsKnown, seen.instances == seen.callers {
            return GradeFinding(
                .wrongResult, "Each call returns a catalogue of its own, also later calls: nothing is kept.",
                at: evidence.lineOfShared, try: "keep the first catalogue in a `static` property, and return that one from then on.")
        }
        if seen.instances == 1 {
            return GradeFinding(
                .wrongResult, "A later call returned a different catalogue from the first calls.",
                at: evidence.lineOfShared, try: "keep the first catalogue, and return that one from then on.")
        }
        return GradeFinding(
            .race,
            """
            \(seen.callers) threads asked for `shared` at the same time and got \(seen.instances) different catalogues. Checking for a \
            catalogue and storing a new one are two separate steps. Another thread can check between them, find nothing, and create its \
            own (a check-then-act race condition).
            """,
            at: evidence.lineOfShared,
            try: "Swift has a declaration that is initialized exactly once, even if several threads use it first at the same time.")
    }

    @Sendable private static func readOnce(_ seen: OnceRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.withoutAnswer > 0 { return neverCame }
        if seen.readsAtLaunch > 0 {
            return GradeFinding(
                .tooEarly,
                """
                `readNames` was called at launch, when the app set it. No thread had asked for a catalogue yet. That makes the launch slow, and perhaps \
                the catalogue is never needed.
                """,
                at: evidence.lineOfInit, try: "create the catalogue at the first use of `shared`.")
        }
        if seen.reads == 0, seen.readsOnLook > 0 {
            return GradeFinding(
                .wrongResult,
                """
                `shared` was returned without its names: `readNames` was called only at the first use of `names`. The first thread that \
                uses `names` reads them. Several threads can do so at the same time, because a `lazy` property can be created more than once.
                """,
                at: evidence.lineOfInit, try: "call `readNames` in `init`, and keep its result in a `let`.")
        }
        if seen.reads == 0 || !seen.photosAreThere {
            return GradeFinding(
                .wrongResult,
                seen.reads == 0
                    ? "`readNames` was never called, so the catalogue does not contain the names of the photos."
                    : "`readNames` was called, but the catalogue's `names` are not its result.",
                at: evidence.lineOfInit, try: "call `readNames` in `init`, and keep its result in `names`.")
        }
        let reads = seen.reads + seen.readsLater
        guard reads > 1 else { return nil }
        return GradeFinding(
            .race, "`readNames`, which is slow, was called \(reads) times\(seen.reads == 1 ? ", also in a later call" : "").",
            at: evidence.lineOfInit, try: "make sure that only one thread ever runs `init`, and only once.")
    }

    @Sendable private static func secondSleeps(_ seen: OnceRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.withoutAnswer > 0 { return neverCame }
        if seen.readsAtLaunch > 0 || seen.reads == 0 {
            return .notJudged(because: "no thread was reading the photos while the others asked, so there was nothing to wait for")
        }
        let asleepAgainAndAgain = evidence.lanesThatPoll(from: "asks", to: "has its answer")
        let awake = max(seen.others.filter { $0 == .restless }.count, asleepAgainAndAgain.count)
        if asleepAgainAndAgain.count == awake, let wait = asleepAgainAndAgain.first {
            return GradeFinding(
                .spins,
                """
                While one thread created the catalogue, \(Evidence.counted(awake, "other thread")) slept for a time, checked whether it was there, and slept \
                again. Each check wakes up a core, and the answer comes late.
                """,
                at: evidence.line(of: wait.place) ?? evidence.lineOfShared,
                try: "let them wait in a call that wakes them up at the end: the initialization of a `static let` does.")
        }
        if awake > 0 {
            return GradeFinding(
                .spins,
                """
                While one thread created the catalogue, \(Evidence.counted(awake, "other thread")) spun (busy-waited) until it \
                was there. That keeps a core busy, or wakes it up again and again.
                """,
                at: evidence.lineOfShared,
                try: "let them wait in a call that blocks the thread: the initialization of a `static let` does.")
        }
        let early = seen.others.filter { $0 == .returned }.count
        guard early > 0 || seen.readsAtOnce > 1 else { return nil }
        return GradeFinding(
            .race,
            early > 0
                ? "\(early == 1 ? "A thread was" : "\(early) threads were") given an answer while the first one was still creating the catalogue. That answer cannot be the complete catalogue."
                : "\(seen.readsAtOnce) threads were reading the photos at the same time. All except the first should have waited.",
            at: evidence.lineOfShared, try: "a thread that asks during the creation must wait until the first thread has finished.")
    }

    /// Why there is nothing to explore: the run has already shown that no two threads ever create
    /// the same catalogue.
    @Sendable private static func nothingToMeetAt(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(OnceRun.Observations.self), seen.withoutAnswer == 0 else { return neverCame }
        if seen.readsAtLaunch > 0 || seen.reads == 0 {
            return .notJudged(
                because: "the first caller does not create the catalogue with its photos, so no two threads can meet in its creation")
        }
        if seen.instances == seen.callers, !seen.laterIsKnown {
            return .notJudged(because: "nothing is kept, so the threads share nothing")
        }
        return nil
    }

    @Sendable private static func twoAskedFirst(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        GradeFinding(
            outcome.hasPrefix("one") ? .tooOften : .race,
            """
            Two threads asked for `shared` at the same time. One interleaving has this outcome: \(outcome). \
            One thread checks for a catalogue, the other one checks too, and only then each stores its own (check-then-act).
            """,
            at: evidence.lineOfShared, try: "a `static let` checks, creates and stores in one step that no other thread can interrupt.")
    }

    @Sendable private static func twoAskedAgain(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        GradeFinding(
            outcome.hasPrefix("one") ? .tooOften : .wrongResult,
            "The catalogue was there, and two threads asked for it at the same time. One interleaving has this outcome: \(outcome).",
            at: evidence.lineOfShared, try: "keep the first catalogue, and return that one from then on.")
    }

    private static let neverCame = GradeFinding.notJudged(because: "threads never got an answer, so this was not reached")

    /// A call after the creation must not need a lock or a queue.
    @Sendable private static func laterAskingIsFree(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(OnceRun.Observations.self), seen.withoutAnswer == 0 else { return neverCame }
        guard seen.laterIsKnown, seen.instances == 1 else {
            return .notJudged(because: "there is no single catalogue that later calls could return")
        }
        guard let lane = evidence.trace.lanes.firstIndex(where: { $0.name == "later" }),
            let asking = evidence.stretches(from: "asks", to: "has its answer").first(where: { $0.lane == lane })
        else { return .notJudged(because: "the later call is not in the trace") }
        let calls = evidence.trace.events.filter { Int($0.lane) == lane && asking.time ~= $0.time }
        if let item = evidence.trace.items.first(where: { $0.enqueuedOnLane == lane && asking.time ~= ($0.enqueued ?? -1) }) {
            return GradeFinding(
                .cost,
                "The catalogue already existed, and still each later call has to pass through a queue (\(evidence.queueName(item))).",
                at: evidence.line(of: item.place), try: cureForCost)
        }
        let wait = evidence.trace.waits.first { $0.lane == lane && asking.time ~= $0.began }
        if wait != nil || calls.contains(where: { $0.kind == .lockAcquired || $0.kind == .waitBegan }) {
            let means =
                switch wait?.kind {
                case .semaphore?: "pass a semaphore"
                case .group?: "wait for a group"
                default: "acquire a lock"
                }
            return GradeFinding(
                .cost,
                "The catalogue already existed, and still each later call has to \(means).",
                at: evidence.line(of: wait?.place) ?? evidence.lineOfLock ?? evidence.lineOfShared, try: cureForCost)
        }
        // A `Mutex` that is free is acquired without a call that the recorder can see. But two
        // callers have more than one interleaving only if one of them changes a value that the
        // other one uses.
        guard let orders = evidence.explorations?.interleavings["twoAskAgain"], orders > 1 else { return nil }
        return GradeFinding(
            .cost,
            """
            The catalogue already existed. Still, each later call changes a value that all threads share, in an atomic step, as acquiring \
            a `Mutex` does. Cores that ask at the same time wait for each other.
            """,
            at: evidence.lineOfShared, try: cureForCost)
    }

    private static let cureForCost =
        "a `static let` is locked only during its creation. Afterwards, each use only reads a flag."
}

extension Evidence {
    /// The queue's label as the program gave it; in a trace, the second queue with the same label
    /// has a number after it.
    func queueName(_ item: Trace.Item) -> String {
        let label = trace.queues[item.queue].label
        guard let blank = label.lastIndex(of: " "), Int(label[blank...].dropFirst()) != nil else { return label }
        return trace.queues.contains { $0.label == label[..<blank] } ? String(label[..<blank]) : label
    }

    var lineOfShared: String? { line(declaring: " shared") }
    fileprivate var lineOfInit: String? { line(declaring: "readNames()") ?? line(declaring: "init(") ?? lineOfShared }

    /// The line at which a thread waited for a lock.
    fileprivate var lineOfLock: String? { waitsOfAttempt.first { $0.kind == .mutex || $0.kind == .futex }.flatMap { line(of: $0.place) } }
}
