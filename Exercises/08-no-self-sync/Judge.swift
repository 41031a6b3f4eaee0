import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// Methods that call each other, on a queue that protects them.
    static let noSelfSync = ExerciseJudge(
        checks: [
            "adds each photo once": .behaviour { (seen: NoSelfSyncRun.Observations, evidence) in result(of: .add, seen, evidence)
            },
            "adds several photos": .behaviour { (seen: NoSelfSyncRun.Observations, evidence) in
                result(of: .addAll, seen, evidence)
            },
            "renames all photos": .behaviour { (seen: NoSelfSyncRun.Observations, evidence) in
                result(of: .renameAll, seen, evidence)
            },
            "a change is one step": .behaviour(isOneStep),
            "albums do not wait for each other": .behaviour { (seen: NoSelfSyncRun.Observations, evidence) in
                guard seen.isShared else { return notReached }
                guard seen.otherAlbum != .returned else {
                    return isOneStep(seen, evidence) == nil ? nil : .notJudged(because: "the change of one album is not protected yet")
                }
                return GradeFinding(
                    .waits,
                    """
                    While a thread changed one album, another thread used another album, and had to wait. The two albums have nothing in common \
                    that needs protection.
                    """,
                    at: evidence.line(declaring: "static ") ?? evidence.lineOfClass,
                    try: "give each album its own queue, or its own lock: a property that is not `static`, and not global.")
            },
            "right in every interleaving": .interleavings(
                of: [
                    Exploration("twoAddOnePhoto", judge: twoAdded), Exploration("addAllAndAdd", judge: addedAllAndOne),
                    Exploration("addAllAndLook", judge: addedAndLooked),
                    Exploration("addAndAsk", judge: addedAndAsked), Exploration("twoRename", judge: twoRenamed),
                ],
                unless: { evidence in
                    guard let seen = try? evidence.observations(NoSelfSyncRun.Observations.self) else { return notReached }
                    if NoSelfSyncRun.Part.allCases.contains(where: { seen.names[$0] == nil }) {
                        return .notJudged(because: "not every method returns yet")
                    }
                    return isOneStep(seen, evidence) == nil
                        ? nil : .notJudged(because: "the run has already shown that a change is not one step")
                }),
        ],
        situation: { evidence in
            evidence.currentPart.map { part in
                switch part {
                case .add, .addAll: "When `\(part.rawValue)` was called:"
                case .renameAll: "When `renameAll` was called, after three calls of `add`:"
                }
            }
        },
        crashedPart: { $0.currentPart?.rawValue })

    private static let notReached = GradeFinding.notJudged(because: "`add` or `renameAll` does not work yet, and this check uses both")

    /// The names after calls on one thread.
    private static func result(
        of part: NoSelfSyncRun.Part, _ seen: NoSelfSyncRun.Observations, _ evidence: Evidence
    ) -> GradeFinding? {
        if var crash = evidence.crashes.first(where: { $0.part == part.rawValue })?.finding {
            if crash.verdict == .deadlock { crash.cure = cureForSelf }
            return crash
        }
        if seen.stuck.contains(part) {
            let begin = "A thread called `\(part.rawValue)`, and the call did not return."
            if let standstill = evidence.standstill {
                return GradeFinding(standstill.verdict, "\(begin) \(standstill.what)", at: standstill.place, try: cureForSelf)
            }
            return GradeFinding(
                .deadlock, begin, at: evidence.stuck.first?.lines.first ?? evidence.line(declaring: "func \(part.rawValue)("),
                try: cureForSelf)
        }
        guard let names = seen.names[part] else { return .notJudged(because: "`add` does not work yet, and this check needs it") }
        guard names != part.expected else { return nil }
        let call =
            switch part {
            case .add: "`add` was called with dawn, noon and dawn."
            case .addAll: "`addAll` was called with dawn, noon, dawn and dusk."
            case .renameAll: "`renameAll` gave dawn and noon the name sun, and dusk the name moon."
            }
        return GradeFinding(
            .wrongResult,
            "\(call) Then the album contains: \(evidence.list(names)). Expected: \(evidence.list(part.expected)).",
            at: evidence.line(declaring: "func \(part.rawValue)("),
            try: "let one private method check for the name and append it, and use it in all three methods.")
    }

    private static let cureForSelf =
        "do the common work in a private method that does not enter the queue (or acquire the lock). The public methods enter once, and call it."

    @Sendable private static func isOneStep(_ seen: NoSelfSyncRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.isShared else { return notReached }
        let begin = "A thread was in the middle of `renameAll`."
        let place = evidence.line(declaring: "func renameAll")
        guard seen.areSharedCallsBack else {
            let standstill = evidence.standstill
            return GradeFinding(
                .deadlock, "\(begin) Other threads called `names` and `add`. A call did not return. \(standstill?.what ?? "")",
                at: standstill?.place ?? place, try: standstill?.cure ?? "look for threads that wait for each other.")
        }
        let old = ["dawn", "noon", "dusk"], new = ["sun", "moon"]
        let means = evidence.usesQueues || evidence.usesLocks || ["Mutex", "Atomic"].contains(where: evidence.mentions)
        if let during = seen.namesDuring, during != old, during != new {
            return GradeFinding(
                .race,
                """
                \(begin) Another thread called `names`, and saw a part of the change: \(evidence.list(during)). The old names are \
                \(evidence.list(old)), and the new ones \(evidence.list(new)). \
                \(means ? "The change is not one block of the queue." : "Your code uses neither a queue nor a lock, so no thread is ever excluded.")
                """,
                at: place, try: "do the whole change in one `queue.sync`, from the first step to the last one.")
        }
        guard seen.namesAfter != new + ["night"] else { return nil }
        let isLost = !seen.namesAfter.contains("night")
        return GradeFinding(
            .race,
            """
            \(begin) Another thread added the photo “night”. In the end the album contains: \(evidence.list(seen.namesAfter)). \
            \(isLost ? "The photo was lost (a lost update): `renameAll` stored names that it had read before." : "Expected: \(evidence.list(new + ["night"])).")
            """,
            at: place, try: "read the old names and store the new ones in the same `queue.sync`. Then no other change comes in between.")
    }

    @Sendable private static func twoAdded(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        GradeFinding(
            .race,
            """
            Two threads added the same photo. In one interleaving, \(outcome). Both threads check, both find nothing, and then both append \
            (check-then-act).
            """,
            at: evidence.line(declaring: "func add("), try: "check and append in the same block of the queue.")
    }

    @Sendable private static func addedAllAndOne(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        if outcome.contains("had returned") { return addedAndLooked(outcome, evidence) }
        return GradeFinding(
            .race, "A thread added dawn and noon with `addAll`, and another thread added noon. In one interleaving, \(outcome).",
            at: evidence.line(declaring: "func addAll("), try: "check and append in the same block of the queue, in `addAll`, too.")
    }

    @Sendable private static func addedAndLooked(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        let isLate = outcome.contains("had returned")
        return GradeFinding(
            isLate ? .tooEarly : .race, "A thread added two photos with `addAll`. In one interleaving, \(outcome).",
            at: evidence.line(declaring: "func addAll("),
            try: isLate
                ? "`addAll` must return after the photos are there: use `sync`, and let the block call a private method that does not enter the queue."
                : "add all photos in one block of the queue. Between two blocks, other threads can look.")
    }

    @Sendable private static func addedAndAsked(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        GradeFinding(
            .tooEarly, "A thread added a photo, and another thread called `contains`. In one interleaving, \(outcome).",
            at: evidence.line(declaring: "func add("), try: "let `add` return after the photo is there: use `sync`.")
    }

    @Sendable private static func twoRenamed(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        GradeFinding(
            .race, "Two threads called `renameAll` at the same time. In one interleaving, \(outcome).",
            at: evidence.line(declaring: "func renameAll"), try: "read the old names and store the new ones in the same block of the queue."
        )
    }
}

extension Evidence {
    /// The calls that the checks made last.
    fileprivate var currentPart: NoSelfSyncRun.Part? {
        let last = trace.notes.max { $0.time < $1.time }
        return NoSelfSyncRun.Part.allCases.first { $0.begins == last?.text }
    }

    fileprivate var lineOfClass: String? { line(declaring: "class Album") }

    /// "dawn, noon"; "nothing".
    fileprivate func list(_ names: [String]) -> String { names.isEmpty ? "nothing" : names.joined(separator: ", ") }
}
