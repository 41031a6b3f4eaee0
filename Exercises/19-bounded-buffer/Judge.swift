import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// Producers and consumers with a limit between them.
    static let boundedBuffer = ExerciseJudge(
        checks: [
            "a full buffer blocks put, and only then": .behaviour(fullBuffer),
            "an empty buffer blocks take": .behaviour { (seen: BoundedBufferRun.Observations, evidence) in
                if seen.emptyTake == .returned {
                    return GradeFinding(
                        .tooEarly, "`take` was called, and the buffer was empty and not closed. The call returned nil, and did not wait.",
                        at: evidence.lineOfTake, try: "`take` must wait until there is a photo, or until the buffer is closed.")
                }
                if seen.emptyTakeContinued, seen.emptyTakeGot == "late photo" { return nil }
                let begin = "A consumer waited at an empty buffer, and a photo was put."
                if seen.emptyTakeContinued {
                    return GradeFinding(
                        .wrongResult, "\(begin) But `take` returned \(seen.emptyTakeGot ?? "nil").", at: evidence.lineOfTake,
                        try: "check again when the thread wakes up, and return the photo.")
                }
                return GradeFinding(
                    .deadlock, "\(begin) The consumer did not get it: a call did not return.",
                    at: evidence.stuck.first?.lines.first ?? evidence.lineOfTake,
                    try: """
                        `put` has to wake a waiting consumer. And a thread that waits must not hold a lock that the other threads need: wait for a \
                        condition, which releases its lock meanwhile.
                        """)
            },
            "photos come out in order, each once": .behaviour { (seen: BoundedBufferRun.Observations, evidence) in
                if !seen.fullPutContinued || seen.taken.count < seen.put.count {
                    return .notJudged(because: "not all photos came out")
                }
                guard seen.taken != seen.put else { return nil }
                return GradeFinding(
                    .wrongResult, "These photos were put: \(words(seen.put)). They came out like this: \(words(seen.taken)).",
                    at: evidence.lineOfTake, try: "add each photo at the end, and take the first one.")
            },
            "waiting threads block": .behaviour { (seen: BoundedBufferRun.Observations, evidence) in
                guard seen.isRestless else {
                    return seen.emptyTake == .returned && seen.putsBeforeTake > seen.capacity
                        ? .notJudged(because: "your threads never wait") : nil
                }
                return GradeFinding(
                    .spins,
                    """
                    A thread waited, and nothing happened. The thread did not sleep: it looked again and again (busy-waiting). That keeps a core busy, \
                    or wakes it up all the time.
                    """,
                    at: seen.fullPut == .restless ? evidence.lineOfPut : evidence.lineOfTake,
                    try: "wait for a condition: the thread sleeps until another thread signals it.")
            },
            "close() wakes all waiting threads": .behaviour(closeWakesAll),
            "after close(), the remaining photos can be taken": .behaviour(restIsThere),
            "right in every interleaving": .interleavings(
                of: [
                    Exploration("twoConsumers", judge: wrongPhotos), Exploration("twoProducers", judge: wrongPhotos),
                    Exploration("twoConsumersAndRoom", judge: wrongPhotos), Exploration("twoProducersAndNoRoom", judge: wrongPhotos),
                    Exploration("closedMeanwhile", judge: wrongPhotos),
                ],
                unless: { evidence in
                    guard let seen = try? evidence.observations(BoundedBufferRun.Observations.self) else { return nil }
                    return seen.isRestless ? .notJudged(because: "waiting threads do not sleep") : nil
                }),
        ])

    @Sendable private static func fullBuffer(_ seen: BoundedBufferRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        let room = "The buffer has room for \(seen.capacity) photos."
        if seen.putsBeforeTake > seen.capacity {
            return GradeFinding(
                .tooEarly, "\(room) \(seen.putsBeforeTake) calls of `put` returned before any photo was taken.", at: evidence.lineOfPut,
                try: "`put` must wait while the number of photos is equal to the capacity.")
        }
        if seen.putsBeforeTake < seen.capacity {
            return GradeFinding(
                .waits, "\(room) But only \(seen.putsBeforeTake) calls of `put` returned before a photo was taken. The next one waited.",
                at: evidence.lineOfPut, try: "`put` must wait only if the number of photos is equal to the capacity.")
        }
        guard !seen.fullPutContinued else { return nil }
        if seen.taken.isEmpty {
            return GradeFinding(
                .deadlock, "\(room) The next call of `put` waited. Then `take` was called, and did not return either.",
                at: evidence.stuck.first?.lines.first ?? evidence.lineOfPut,
                try: "a thread that waits must not hold a lock that the other threads need. A condition releases its lock during the wait.")
        }
        return GradeFinding(
            .deadlock, "\(room) The next call of `put` waited. Then photos were taken, but this call did not continue.",
            at: evidence.stuck.first?.lines.first ?? evidence.lineOfPut,
            try: "`take` makes room, so it has to wake a waiting producer.")
    }

    @Sendable private static func closeWakesAll(_ seen: BoundedBufferRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.isRestless { return .notJudged(because: "waiting threads do not sleep") }
        if !seen.emptyTakeContinued { return .notJudged(because: "a waiting consumer did not continue when a photo was put") }
        if !seen.didWait { return .notJudged(because: "your threads do not wait at an empty or a full buffer") }
        for (woken, who, call) in [(seen.consumersWoken, "consumers", "take"), (seen.producersWoken, "producers", "put")]
        where woken < seen.waiting {
            return GradeFinding(
                .deadlock,
                """
                \(seen.waiting) \(who) were waiting in `\(call)`, and the buffer was closed. \
                \(woken == 0 ? "None of them returned: they sleep for ever." : "Only \(woken) of them returned. The others sleep for ever.")
                """,
                at: evidence.stuck.first?.lines.first ?? evidence.lineOfClose,
                try: """
                    `close` concerns all waiting threads, so wake all of them (`broadcast`). Each of them has to look at the flag when it wakes up.
                    """)
        }
        guard seen.wrongAnswers > 0 else { return nil }
        return GradeFinding(
            .wrongResult, "A thread was waiting when the empty or full buffer was closed. It returned as if it had put or taken a photo.",
            at: evidence.lineOfClose,
            try: "after the wait, look at the flag again: `put` returns false, and `take` of an empty buffer returns nil.")
    }

    @Sendable private static func restIsThere(_ seen: BoundedBufferRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.stuckAfterClose {
            return GradeFinding(
                .deadlock,
                "Two photos were put into a buffer for two, and it was closed. After that, a call of `put` or `take` did not return.",
                at: evidence.stuck.first?.lines.first ?? evidence.lineOfClose, try: "no call must wait when the buffer is closed.")
        }
        if seen.acceptedAfterClose {
            return GradeFinding(
                .wrongResult, "The buffer was closed, and had room. `put` returned true: it accepted a photo.", at: evidence.lineOfPut,
                try: "`put` returns false if the buffer is closed, also if there is room.")
        }
        guard seen.takenAfterClose != seen.left else { return nil }
        let isMissing = seen.takenAfterClose.count < seen.left.count
        return GradeFinding(
            isMissing ? .missing : .wrongResult,
            """
            The buffer was closed with \(seen.left.count) photos in it: \(words(seen.left)). After that, `take` returned \
            \(seen.takenAfterClose.isEmpty ? "none of them" : "these: \(words(seen.takenAfterClose))").
            """,
            at: evidence.lineOfTake,
            try: isMissing
                ? "`take` returns nil only if the buffer is closed and empty." : "add each photo at the end, and take the first one.")
    }

    @Sendable private static func wrongPhotos(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        let seen = try? evidence.observations(BoundedBufferRun.Observations.self)
        if seen?.emptyTake == .returned { return .notJudged(because: "`take` returns nil, although the buffer is not closed") }
        return GradeFinding(
            .race,
            outcome.hasPrefix("closed")
                ? "A buffer was closed, and no photo was in it. One interleaving has this outcome: \(outcome)."
                : "The photos a and b went through a small buffer. One interleaving has this outcome: \(outcome).",
            at: evidence.lineOfTake,
            try: "a woken thread has to look again (`while`, not `if`), and the look and the change must be under one lock.")
    }

    private static func words(_ photos: [String]) -> String { photos.joined(separator: ", ") }
}

extension Evidence {
    fileprivate var lineOfPut: String? { line(declaring: "func put") }
    fileprivate var lineOfTake: String? { line(declaring: "func take") }
    fileprivate var lineOfClose: String? { line(declaring: "func close") }
}
