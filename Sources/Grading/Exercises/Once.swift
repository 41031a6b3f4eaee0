import ExerciseChecks
import Trace

extension Exercise {
    /// One instance, however many ask for it first at the same time.
    static let once = Exercise(
        "01-once", topic: "one instance, however many ask for it at once",
        signatures: [
            "static var readNames: () -> [String]", "static var shared: PhotoCatalogue   (a `let` will do)", "let names: [String]",
        ],
        entry: "OnceEntry",
        checks: [
            .behaviour("one instance", points: 3, oneInstance),
            .behaviour("the photos are read once, by who asks first", points: 1, readOnce),
            .behaviour("who comes second sleeps until the first is done", points: 2, secondSleeps),
            .interleavings(
                "right in every interleaving", points: 2,
                of: [Exploration("twoAskFirst", judge: twoAskedFirst), Exploration("twoAskAgain", judge: twoAskedAgain)],
                unless: nothingToMeetAt),
            .trace("asking again costs nothing", points: 2, laterAskingIsFree),
        ],
        situation: { evidence in
            guard evidence.trace.notes.contains(where: { $0.text == "asks" }) else {
                return "Before anybody had asked for `shared`, while `readNames` was being set:"
            }
            return nil
        })

    @Sendable private static func oneInstance(_ seen: OnceRun.Observations, _ evidence: Evidence) -> Finding? {
        guard seen.withoutAnswer == 0 else {
            let who = "\(seen.withoutAnswer) of \(seen.callers) threads that asked for `shared` at the same time never got an answer."
            if let standstill = evidence.standstill {
                return Finding(standstill.verdict, "\(who) \(standstill.what)", at: standstill.place, try: standstill.cure)
            }
            return Finding(
                .missing, who, at: evidence.stuck.first?.lines.first ?? evidence.lineOfShared,
                try: "look for a lock that is taken and never given back, or a flag that nobody sets.")
        }
        guard seen.instances > 1 || !seen.laterIsKnown else {
            return evidence.explorations?.doubt("it was one")
        }
        if !seen.laterIsKnown, seen.instances == seen.callers {
            return Finding(
                .wrongResult, "Whoever asks is given a catalogue of their own, and so is who asks later: nothing is kept.",
                at: evidence.lineOfShared, try: "keep what was made in a `static` property, and hand out that one from then on.")
        }
        if seen.instances == 1 {
            return Finding(
                .wrongResult, "Who asked later was given another catalogue than those who asked first.",
                at: evidence.lineOfShared, try: "keep what was made, and hand out that one from then on.")
        }
        return Finding(
            .race,
            """
            \(seen.callers) threads asked for `shared` at the same time and were given \(seen.instances) different catalogues. While one thread \
            was still making its own, others came, and nothing stopped them from making theirs: between the look whether there is one and the moment \
            at which the new one is in its place there is time for everybody.
            """,
            at: evidence.lineOfShared,
            try: "Swift has a declaration that is initialised exactly once, however many threads touch it first.")
    }

    @Sendable private static func readOnce(_ seen: OnceRun.Observations, _ evidence: Evidence) -> Finding? {
        if seen.withoutAnswer > 0 { return neverCame }
        if seen.readsAtLaunch > 0 {
            return Finding(
                .tooEarly,
                """
                `readNames` was called before anybody had asked for a catalogue: while it was being set, at launch. That is slow, and perhaps \
                nobody ever asks.
                """,
                at: evidence.lineOfInit, try: "make the catalogue when `shared` is first asked for.")
        }
        if seen.reads == 0, seen.readsOnLook > 0 {
            return Finding(
                .wrongResult,
                """
                The catalogue was handed out without its names: `readNames` was called only when somebody looked at `names`. Whoever looks first \
                reads, and several that look at the same time all do: a `lazy` property is not made once.
                """,
                at: evidence.lineOfInit, try: "call `readNames` in `init`, and keep its result in a `let`.")
        }
        if seen.reads == 0 || !seen.photosAreThere {
            return Finding(
                .wrongResult,
                seen.reads == 0
                    ? "`readNames` was never called, and so the catalogue does not hold the names of the photos."
                    : "`readNames` was called, but the catalogue's `names` are not what it returned.",
                at: evidence.lineOfInit, try: "call `readNames` in `init`, and keep its result in `names`.")
        }
        let reads = seen.reads + seen.readsLater
        guard reads > 1 else { return nil }
        return Finding(
            .race, "`readNames`, which is slow, was called \(reads) times\(seen.reads == 1 ? ", again when somebody asked later" : "").",
            at: evidence.lineOfInit, try: "see to it that only one thread ever comes to `init`, and only once.")
    }

    @Sendable private static func secondSleeps(_ seen: OnceRun.Observations, _ evidence: Evidence) -> Finding? {
        if seen.withoutAnswer > 0 { return neverCame }
        if seen.readsAtLaunch > 0 || seen.reads == 0 {
            return .notJudged(because: "nobody was reading the photos while the others asked, so there was nothing to wait for")
        }
        let asleepAgainAndAgain = evidence.lanesThatPoll(from: "asks", to: "has its answer")
        let awake = max(seen.others.filter { $0 == .restless }.count, asleepAgainAndAgain.count)
        if asleepAgainAndAgain.count == awake, let wait = asleepAgainAndAgain.first {
            return Finding(
                .spins,
                """
                While one thread made the catalogue, \(Evidence.counted(awake, "other thread")) slept for a time, looked whether it was there, and slept \
                again. That wakes a core up for nothing, and the answer comes late.
                """,
                at: evidence.line(of: wait.place) ?? evidence.lineOfShared,
                try: "let them wait in something that wakes them up when it is done: the initialisation of a `static let` does.")
        }
        if awake > 0 {
            return Finding(
                .spins,
                """
                While one thread made the catalogue, \(Evidence.counted(awake, "other thread")) did not sleep, but looked again and again whether it \
                was there. That keeps a core busy, or wakes it up all the time.
                """,
                at: evidence.lineOfShared,
                try: "let them wait in something that puts a thread to sleep: the initialisation of a `static let` does.")
        }
        let early = seen.others.filter { $0 == .returned }.count
        guard early > 0 || seen.readsAtOnce > 1 else { return nil }
        return Finding(
            .race,
            early > 0
                ? "\(early == 1 ? "A thread was" : "\(early) threads were") given an answer while the first one was still making the catalogue. That answer cannot have been the complete catalogue."
                : "\(seen.readsAtOnce) threads were reading the photos at the same time; all but the first should have waited.",
            at: evidence.lineOfShared, try: "whoever comes while the first thread is at it must wait until that one is done.")
    }

    /// Why there is nothing to explore: the run has shown already that no two threads ever come to make one catalogue.
    @Sendable private static func nothingToMeetAt(_ evidence: Evidence) -> Finding? {
        guard let seen = try? evidence.observations(OnceRun.Observations.self), seen.withoutAnswer == 0 else { return neverCame }
        if seen.readsAtLaunch > 0 || seen.reads == 0 {
            return .notJudged(
                because: "the catalogue with its photos is not made by who asks first, so nobody comes into another's way there")
        }
        if seen.instances == seen.callers, !seen.laterIsKnown { return .notJudged(because: "nothing is kept, so nobody shares anything") }
        return nil
    }

    @Sendable private static func twoAskedFirst(_ outcome: String, _ evidence: Evidence) -> Finding? {
        Finding(
            outcome.hasPrefix("one") ? .tooOften : .race,
            """
            Two threads asked for `shared` at the same time. In one of the orders that their steps can take, that comes to: \(outcome). \
            One looks whether a catalogue is there, the other one looks too, and only then does either put its own in its place.
            """,
            at: evidence.lineOfShared, try: "a `static let` looks, makes and stores in one step that nobody gets in between.")
    }

    @Sendable private static func twoAskedAgain(_ outcome: String, _ evidence: Evidence) -> Finding? {
        Finding(
            outcome.hasPrefix("one") ? .tooOften : .wrongResult,
            "The catalogue was there, and two threads asked for it at the same time. In one of the orders that their steps can take, that comes to: \(outcome).",
            at: evidence.lineOfShared, try: "keep what was made, and hand out that one from then on.")
    }

    private static let neverCame = Finding.notJudged(because: "threads never got an answer, and so it never came to that")

    /// The one who asks when all is there may not have to pass a lock or a queue.
    @Sendable private static func laterAskingIsFree(_ evidence: Evidence) -> Finding? {
        guard let seen = try? evidence.observations(OnceRun.Observations.self), seen.withoutAnswer == 0 else { return neverCame }
        guard seen.laterIsKnown, seen.instances == 1 else {
            return .notJudged(because: "there is not one catalogue to be handed out again")
        }
        guard let lane = evidence.trace.lanes.firstIndex(where: { $0.name == "later" }),
            let asking = evidence.stretches(from: "asks", to: "has its answer").first(where: { $0.lane == lane })
        else { return .notJudged(because: "who asked later left no trace") }
        let calls = evidence.trace.events.filter { Int($0.lane) == lane && asking.time ~= $0.time }
        if let item = evidence.trace.items.first(where: { $0.enqueuedOnLane == lane && asking.time ~= ($0.enqueued ?? -1) }) {
            return Finding(
                .cost,
                "The catalogue had long been there, and still who asked for it had to pass through a queue (\(evidence.queueName(item))), like everybody who will ever ask.",
                at: evidence.line(of: item.place), try: cureForCost)
        }
        let wait = evidence.trace.waits.first { $0.lane == lane && asking.time ~= $0.began }
        if wait != nil || calls.contains(where: { $0.kind == .lockAcquired || $0.kind == .waitBegan }) {
            let means =
                switch wait?.kind {
                case .semaphore?: "pass a semaphore"
                case .group?: "ask a group"
                default: "take a lock"
                }
            return Finding(
                .cost,
                "The catalogue had long been there, and still who asked for it had to \(means), like everybody who will ever ask.",
                at: evidence.line(of: wait?.place) ?? evidence.lineOfLock ?? evidence.lineOfShared, try: cureForCost)
        }
        // A `Mutex` that nobody else holds is taken without a call that the recorder could see.
        // But two who ask can do so in more orders than one only if one of them changes what the other one meets.
        guard let orders = evidence.explorations?.interleavings["twoAskAgain"], orders > 1 else { return nil }
        return Finding(
            .cost,
            """
            The catalogue had long been there, and still who asked for it had to change something that all threads share, in an atomic step, as taking \
            a `Mutex` does: the cores that ask at the same time wait for each other.
            """,
            at: evidence.lineOfShared, try: cureForCost)
    }

    private static let cureForCost =
        "a `static let` is locked only while it is being made; afterwards, asking is a glance at a flag."
}

extension Evidence {
    /// The queue's label as the program gave it; in a trace the second queue of a label has a number behind it.
    func queueName(_ item: Trace.Item) -> String {
        let label = trace.queues[item.queue].label
        guard let blank = label.lastIndex(of: " "), Int(label[blank...].dropFirst()) != nil else { return label }
        return trace.queues.contains { $0.label == label[..<blank] } ? String(label[..<blank]) : label
    }

    var lineOfShared: String? { line(declaring: " shared") }
    fileprivate var lineOfInit: String? { line(declaring: "readNames()") ?? line(declaring: "init(") ?? lineOfShared }

    /// The line at which somebody waited for a lock.
    fileprivate var lineOfLock: String? { waitsOfAttempt.first { $0.kind == .mutex || $0.kind == .futex }.flatMap { line(of: $0.place) } }
}
