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
            .behaviour("one instance", points: 4) { (seen: OnceRun.Observations, evidence) in
                guard seen.withoutAnswer == 0 else {
                    return Finding(
                        .missing,
                        "\(seen.withoutAnswer) of \(seen.callers) threads that asked for `shared` at the same time never got an answer.",
                        at: evidence.lineOfShared, try: "look for a lock that is taken and never given back, or a flag that nobody sets.")
                }
                guard seen.instances > 1 || !seen.laterIsSame else { return nil }
                if seen.instances == 1 {
                    return Finding(
                        .wrongResult, "Who asked later was given another catalogue than those who asked first.",
                        at: evidence.lineOfShared, try: "keep what was made, and hand out that one from then on.")
                }
                return Finding(
                    .race,
                    """
                    \(seen.callers) threads asked for `shared` at the same time and were given \(seen.instances) different catalogues. \
                    While one thread was still making its own, the others looked, found nothing there, and made theirs: between the look \
                    and the moment at which the new catalogue is in its place there is time for everybody.
                    """,
                    at: evidence.lineOfShared,
                    try: "Swift has a declaration that is initialised exactly once, however many threads touch it first.")
            },
            .behaviour("the photos are read once", points: 2) { (seen: OnceRun.Observations, evidence) in
                if seen.reads == 0 || (seen.withoutAnswer == 0 && !seen.photosAreThere) {
                    return Finding(
                        .wrongResult, "The catalogue does not hold the names that `readNames` returned.",
                        at: evidence.lineOfInit, try: "call `readNames` in `init`, and keep its result in `names`.")
                }
                guard seen.reads > 1 || !seen.laterIsSame else { return nil }
                return Finding(
                    .race, "`readNames`, which is slow, was called \(seen.reads == 1 ? "again later" : "\(seen.reads) times").",
                    at: evidence.lineOfInit, try: "see to it that only one thread ever comes to `init`.")
            },
            .behaviour("who comes second sleeps until the first is done", points: 2) { (seen: OnceRun.Observations, evidence) in
                let awake = seen.others.filter { $0 == .restless }.count
                if awake > 0 {
                    return Finding(
                        .spins,
                        """
                        While one thread made the catalogue, \(awake) others did not sleep: they looked again and again whether it was there, and \
                        kept a core busy with that (or woke up all the time).
                        """,
                        at: evidence.lineOfShared,
                        try: "let them wait in something that puts a thread to sleep: the initialisation of a `static let` does.")
                }
                let early = seen.others.filter { $0 == .returned }.count
                guard early > 0 || seen.readsAtOnce > 1 else { return nil }
                return Finding(
                    .race,
                    early > 0
                        ? "\(early) threads were given an answer while the one and only catalogue was not finished yet: it cannot have been that one."
                        : "\(seen.readsAtOnce) threads were reading the photos at the same time; all but the first should have waited.",
                    at: evidence.lineOfShared, try: "whoever comes while the first thread is at it must wait until that one is done.")
            },
            .trace("asking again costs nothing", points: 2, laterAskingIsFree),
        ])

    /// The one who asks when all is there may not have to pass a lock or a queue.
    private static func laterAskingIsFree(_ evidence: Evidence) -> Finding? {
        guard let lane = evidence.trace.lanes.firstIndex(where: { $0.name == "later" }),
            let asking = evidence.stretches(from: "asks", to: "has its answer").first(where: { $0.lane == lane })
        else {
            return Finding(.missing, "It never came to that: the threads before got no answer.", try: "mend what the checks above say.")
        }
        let calls = evidence.trace.events.filter { Int($0.lane) == lane && asking.time ~= $0.time }
        if let item = evidence.trace.items.first(where: { $0.enqueuedOnLane == lane && asking.time ~= ($0.enqueued ?? -1) }) {
            return Finding(
                .cost,
                "The catalogue had long been there, and still who asked for it had to pass through a queue (\(evidence.queueName(item))), like everybody who will ever ask.",
                at: evidence.line(of: item.place), try: cureForCost)
        }
        guard calls.contains(where: { $0.kind == .lockAcquired || $0.kind == .waitBegan }) else { return nil }
        return Finding(
            .cost, "The catalogue had long been there, and still who asked for it had to take a lock, like everybody who will ever ask.",
            at: evidence.lineOfLock ?? evidence.lineOfShared, try: cureForCost)
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

    fileprivate var lineOfShared: String? { line(declaring: " shared") }
    fileprivate var lineOfInit: String? { line(declaring: "init(") ?? lineOfShared }

    /// The line at which somebody waited for a lock.
    fileprivate var lineOfLock: String? { waitsOfAttempt.first { $0.kind == .mutex || $0.kind == .futex }.flatMap { line(of: $0.place) } }
}
