import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// A semaphore, built from a lock and a condition.
    static let signalCounter = ExerciseJudge(
        checks: [
            "each call returns": .behaviour { (seen: SignalCounterRun.Observations, evidence) in
                guard seen.stuckSignals > 0 else { return nil }
                return GradeFinding(
                    .deadlock,
                    """
                    Workers were waiting, and the camera called `signal`. This call did not return. A call of `signal` must be possible while other \
                    threads wait.
                    """,
                    at: evidence.stuck.first?.lines.first ?? evidence.lineOfSignal,
                    try: """
                        a thread that waits must not hold a lock that `signal` needs. `condition.wait()` releases only the lock of its own condition, \
                        so protect the count with that lock.
                        """)
            },
            "early photos are counted": .behaviour { (seen: SignalCounterRun.Observations, evidence) in
                if let reason = noWait(seen) { return reason }
                if seen.earlyWorkers == seen.earlyPhotos { return nil }
                let begin = "\(seen.earlyPhotos) photos arrived, and no worker was waiting. After that, workers called `wait()`."
                if seen.earlyWorkers > seen.earlyPhotos {
                    return GradeFinding(
                        .tooOften, "\(begin) More workers continued than photos had arrived.", at: evidence.lineOfWait,
                        try: "each call of `wait()` takes one photo from the count, and waits if there is none.")
                }
                return GradeFinding(
                    .missing,
                    """
                    \(begin) \(seen.earlyWorkers == 0 ? "None of them" : "Only \(seen.earlyWorkers) of them") continued. A condition has no memory: a \
                    wake-up is lost if no thread waits at that moment (a lost wake-up).
                    """,
                    at: evidence.lineOfSignal, try: "count the photos in a variable, and look at it in `wait()` before you wait.")
            },
            "one photo lets one worker continue": .behaviour { (seen: SignalCounterRun.Observations, evidence) in
                if seen.stuckSignals > 0 { return didNotReturn }
                if seen.beforeAny > 0 {
                    return GradeFinding(
                        .tooEarly, "A worker called `wait()` before any photo had arrived. The call returned.", at: evidence.lineOfWait,
                        try: "`wait()` must block while the count is zero.")
                }
                if seen.afterOne == 1 { return evidence.continuesByLuck ? evidence.explorations?.doubt("it did") : nil }
                if seen.afterOne == 0 {
                    if evidence.sleepsAgain(after: SignalCounterRun.onePhoto) { return sleptAgain }
                    return GradeFinding(
                        .missing, "\(seen.sleeping) workers were waiting, and one photo arrived. None of the workers continued.",
                        at: evidence.lineOfSignal, try: "`signal` has to change the count and to wake a waiting thread.")
                }
                return GradeFinding(
                    .race,
                    """
                    \(seen.sleeping) workers were waiting, and one photo arrived. \(seen.afterOne) workers continued. A woken worker took a photo \
                    without looking whether it was still there.
                    """,
                    at: evidence.lineOfWait,
                    try: "a wake-up only means: look again. Check the count in a loop: `while`, not `if`.")
            },
            "several photos let several workers continue": .behaviour { (seen: SignalCounterRun.Observations, evidence) in
                if let reason = noWait(seen) { return reason }
                if seen.afterOne != 1 { return .notJudged(because: "one photo did not let exactly one worker continue") }
                guard seen.ranSleepers else { return spinning }
                if seen.afterThree == 3 { return evidence.continuesByLuck ? evidence.explorations?.doubt("they did") : nil }
                if evidence.sleepsAgain(after: SignalCounterRun.threePhotos) { return sleptAgain }
                return GradeFinding(
                    .missing,
                    """
                    Three workers were asleep, and three photos arrived together: `signal(3)`. But \
                    \(seen.afterThree == 0 ? "no worker" : "only \(Evidence.counted(seen.afterThree, "worker"))") continued. The others sleep, \
                    although there are photos for them (a lost wake-up).
                    """,
                    at: evidence.lineOfSignal,
                    try: "`condition.signal()` wakes one thread. Call it once for each photo, or wake all threads with `broadcast()`.")
            },
            "a waiting worker blocks": .behaviour { (seen: SignalCounterRun.Observations, evidence) in
                if seen.stuckSignals > 0 { return didNotReturn }
                if seen.beforeAny > 0 { return nothingWaits }
                guard seen.withoutPhoto == .restless else { return nil }
                return GradeFinding(
                    .spins,
                    """
                    A worker waited, and no photo arrived. Its thread did not sleep: it looked again and again (busy-waiting). That keeps a core busy, \
                    or wakes it up all the time.
                    """,
                    at: evidence.lineOfWait, try: "`condition.wait()` blocks the thread until another thread signals the condition.")
            },
            "built from a lock and a condition": .behaviour { (seen: SignalCounterRun.Observations, evidence) in
                guard let word = readyMade.first(where: evidence.mentions) else { return nil }
                return GradeFinding(
                    .otherMeans, "Your code uses `\(word)`. That already is a counter to wait for, and this exercise builds one.",
                    at: evidence.line(declaring: word),
                    try: "use an `NSCondition`, which is a lock and a condition, and a variable for the count.")
            },
            "right in every interleaving": .interleavings(
                of: [
                    Exploration("twoSignals", judge: wrongCount), Exploration("oneSignalForTwo", judge: wrongCount),
                    Exploration("twoCameras", judge: wrongCount),
                ],
                unless: { evidence in
                    guard let seen = try? evidence.observations(SignalCounterRun.Observations.self), seen.stuckSignals == 0 else {
                        return didNotReturn
                    }
                    return seen.withoutPhoto == .restless ? spinning : nil
                }),
        ])

    @Sendable private static func wrongCount(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        GradeFinding(
            .race,
            """
            Two workers wait for one photo each. In one interleaving, \(outcome). Before a woken worker has the lock, another worker can take the \
            photo.
            """,
            at: evidence.lineOfWait,
            try: """
                a wake-up only means: look again. Check the count in a loop (`while`, not `if`), and hold the lock until you have taken the \
                photo.
                """)
    }

    /// Why nothing can be said about the workers that continue; nil if it can.
    private static func noWait(_ seen: SignalCounterRun.Observations) -> GradeFinding? {
        if seen.stuckSignals > 0 { return didNotReturn }
        return seen.beforeAny > 0 ? nothingWaits : nil
    }

    private static let sleptAgain = GradeFinding.notJudged(
        because: "a woken worker found no photo and slept again: see the check “right in every interleaving”")
    private static let readyMade = ["Semaphore", "sem_wait", "sem_init", "DispatchGroup", "OperationQueue", "DispatchQueue", "AsyncStream"]
    private static let didNotReturn = GradeFinding.notJudged(because: "a call of `signal` did not return, and the checks ended there")
    private static let nothingWaits = GradeFinding.notJudged(because: "`wait()` returns although there is no photo")
    private static let spinning = GradeFinding.notJudged(because: "a waiting worker does not sleep")
}

extension Evidence {
    /// Whether too many or too few workers continue in an interleaving. Then it is luck how many do in the run.
    fileprivate var continuesByLuck: Bool { explorations.map { $0.isRefuted && !$0.isRaceAlone } ?? false }

    /// Whether an interleaving loses a wake-up.
    fileprivate var losesWakeups: Bool { explorations?.finding?.verdict == .lostWakeup }

    /// Whether wake-ups can be lost, and a worker slept again after this mark, woken too early.
    fileprivate func sleepsAgain(after mark: String) -> Bool {
        guard losesWakeups, let begin = trace.notes.first(where: { $0.text == mark })?.time,
            let end = trace.notes.first(where: { $0.time > begin && Self.endsOfSteps.contains($0.text) })?.time
        else { return false }
        return waitsOfAttempt.contains { $0.kind == .condition && begin...end ~= $0.began }
    }

    private static let endsOfSteps = [SignalCounterRun.threePhotos, SignalCounterRun.sleepersEnd]

    fileprivate var lineOfSignal: String? { line(declaring: "func signal") }
    fileprivate var lineOfWait: String? { line(declaring: "func wait") }
}
