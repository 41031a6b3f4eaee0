import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// As many `leave` as `enter`, on every code path.
    static let groupBalance = ExerciseJudge(
        checks: [
            "completes when all photos are there": .behaviour { (seen: GroupBalanceRun.Observations, evidence) in
                if let finding = balance(of: GroupBalanceRun.allThere, seen, evidence) { return finding }
                guard seen.waitsForOtherCall else { return nil }
                return evidence.waitsForOtherCall("upload", "its `completion` came", at: evidence.lineOfFunction)
            },
            "completes when a photo is missing": .behaviour { (seen: GroupBalanceRun.Observations, evidence) in
                balance(of: GroupBalanceRun.oneMissing, seen, evidence)
                    ?? balance(of: GroupBalanceRun.allMissing, seen, evidence)
            },
            "completes after a second try": .behaviour { (seen: GroupBalanceRun.Observations, evidence) in
                for part in [GroupBalanceRun.secondTry, GroupBalanceRun.secondTryFails] {
                    if let finding = balance(of: part, seen, evidence) { return finding }
                }
                if seen.course(of: GroupBalanceRun.secondTry)?.uploads.first == 1 { return noSecondTry }
                return evidence.explorations?.doubt("it did")
            },
            "uploads each photo, and a failed one twice": .behaviour(uploadsEachPhoto),
            "uploads at the same time, and returns immediately": .behaviour(startsAllUploads),
            "right in every interleaving": .interleavings(
                of: [Exploration("secondTry", judge: triedAgain)], unless: isUnbalanced),
        ],
        remarks: { evidence in
            guard !evidence.trace.events.contains(where: { $0.kind == .groupEntered }), !evidence.mentions("DispatchGroup") else {
                return []
            }
            return [
                """
                You have done it without a DispatchGroup, and that counts as well. Try it with one, too: other people's code uses groups, and \
                there the balance of `enter` and `leave` matters.
                """
            ]
        },
        situation: { evidence in evidence.currentPart.map { "\($0.situation):" } },
        crashedPart: { evidence in
            // If not even a call without an error works, the others show nothing.
            evidence.currentPart.flatMap { $0.name == GroupBalanceRun.allThere.name ? nil : $0.name }
        })

    private static let noSecondTry = GradeFinding.notJudged(because: "a failed upload was not tried a second time")
    private static let nothingCompletes = GradeFinding.notJudged(because: "`completion` was never called, not even without an error")
    private static let withoutErrors = GradeFinding.notJudged(because: "even a call without an error does not complete correctly")
    private static let isBlocked = GradeFinding.notJudged(because: "an earlier call of `backUp` did not return")

    /// Whether `completion` came once, after the last upload, in one call of the checks.
    private static func balance(
        of part: GroupBalanceRun.Part, _ seen: GroupBalanceRun.Observations, _ evidence: Evidence
    ) -> GradeFinding? {
        if let crash = evidence.crashes.first(where: { $0.part == part.name }) { return crash.finding }
        if part.name != GroupBalanceRun.allThere.name, balance(of: GroupBalanceRun.allThere, seen, evidence) != nil {
            return withoutErrors
        }
        guard let course = seen.course(of: part) else {
            // The finding of the first of the two calls is enough.
            if part.name == GroupBalanceRun.allMissing.name { return nil }
            return seen.isBlocked ? isBlocked : nothingCompletes
        }
        if part.name == GroupBalanceRun.allThere.name, course.uploads.allSatisfy({ $0 == 0 }) {
            return GradeFinding(
                .missing, "`backUp` got \(part.photos) names, but never called `upload`.", at: evidence.lineOfFunction,
                try: "call `load` for each name, and `upload` for each photo that is there.")
        }
        let entered = evidence.count(of: .groupEntered, in: part), left = evidence.count(of: .groupLeft, in: part)
        if course.completionsBeforeLast > 0 {
            if evidence.leavesDuringCall(of: part) >= entered, entered > 0 {
                return GradeFinding(
                    .tooEarly,
                    """
                    \(part.situation): `completion` was called while an upload was still running. Your code entered the group \
                    \(Evidence.times(entered)), and left it as often before `backUp` returned. At that time no upload had ended.
                    """,
                    at: evidence.lineOfLeave,
                    try: evidence.mentions("defer")
                        ? "`defer` in the body of a loop runs at the end of this iteration, and the upload has only started then. Leave the group in the closure of `upload`."
                        : "leave the group where the work for a photo ends: in the closure of `upload`.")
            }
            return GradeFinding(
                .tooEarly, "\(part.situation): `completion` was called while an upload was still running.",
                at: (entered > 0 ? evidence.lineOfLastLeave(in: part) : nil) ?? evidence.lineOfCompletion,
                try: entered > 0
                    ? "the group must not be empty before the last upload has ended. Write down the count after each `enter` and each `leave` of this code path."
                    : "count the photos whose uploads have not ended, and complete when there are none. A DispatchGroup does that.")
        }
        if course.completions == 0 {
            if let circle = evidence.mainQueueStandstill {
                return GradeFinding(circle.verdict, "\(part.situation): \(circle.what)", at: circle.place, try: circle.cure)
            }
            let counts =
                entered > left
                ? " The group was entered \(Evidence.times(entered)) and \(left == 0 ? "never left" : "left \(Evidence.times(left))"), so it never becomes empty."
                : ""
            return GradeFinding(
                .missing,
                "\(part.situation): all uploads had ended, but `completion` was not called, although the checks waited until no thread was active.\(counts)",
                at: (entered > left ? evidence.lineOfEntering : nil) ?? evidence.lineOfFunction, try: cure(for: part, entered, left))
        }
        guard course.completions > 1 else { return nil }
        return GradeFinding(
            .tooOften, "\(part.situation): `completion` was called \(course.completions) times. It must be called once.",
            at: evidence.lineOfCompletion,
            try: "let one place in your code call `completion`: the notify block of the group, after the loop.")
    }

    private static func cure(for part: GroupBalanceRun.Part, _ entered: Int, _ left: Int) -> String {
        if !part.missing.isEmpty {
            return entered > left
                ? "a missing photo enters the group too. Enter after the `guard`, or leave before `continue`."
                : "go through the code path of a missing photo: does it still reach the lines after the loop?"
        }
        if part.name == GroupBalanceRun.allThere.name {
            return "each `enter` needs one `leave`, and the group needs one notify block after the loop."
        }
        return
            "go through the code path of a failed upload, up to the end of the second one: it needs one `leave` for each `enter`, whatever the result."
    }

    @Sendable private static func uploadsEachPhoto(_ seen: GroupBalanceRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        for part in GroupBalanceRun.parts {
            guard let course = seen.course(of: part) else { continue }
            for photo in 0..<part.photos {
                let wanted = part.ends.count { $0.photo == photo }, found = course.uploads[photo]
                if found == wanted { continue }
                let name = "photo \(photo + 1)"
                if found > wanted {
                    return GradeFinding(
                        .tooOften,
                        "\(part.situation): \(name) was uploaded \(Evidence.times(found)). \(wanted) \(wanted == 1 ? "upload is" : "uploads are") enough.",
                        at: evidence.lineOfUpload,
                        try: "a photo is uploaded again only if its first upload failed. After the second upload there is no third one.")
                }
                if found == 1 {
                    return GradeFinding(
                        .missing, "\(part.situation): the first upload of \(name) failed, and there was no second upload.",
                        at: evidence.lineOfUpload, try: "if the closure of the first `upload` gets an error, call `upload` once more.")
                }
                return GradeFinding(
                    .missing, "\(part.situation): \(name) is on the disk, but was not uploaded.", at: evidence.lineOfUpload,
                    try: "a missing photo must not end the whole loop: `continue` goes on with the next name, `return` does not.")
            }
        }
        // A path that crashed is judged elsewhere.
        guard evidence.crashes.isEmpty else {
            return .notJudged(because: "your code crashed on one of its code paths, so not every upload could be counted")
        }
        return seen.course(of: GroupBalanceRun.secondTryFails) == nil ? (seen.isBlocked ? isBlocked : nothingCompletes) : nil
    }

    @Sendable private static func startsAllUploads(_ seen: GroupBalanceRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard let course = seen.course(of: GroupBalanceRun.allThere), course.startedTogether > 0 else {
            return .notJudged(because: "no upload was ever started")
        }
        let photos = GroupBalanceRun.allThere.photos
        if course.startedTogether < photos {
            return GradeFinding(
                .notParallel,
                "Before the first of \(photos) uploads had ended, only \(course.startedTogether) had been started. Each waits for the one before it.",
                at: evidence.lineOfFunction, try: "start all of them in the loop. The group counts the photos whose uploads have not ended."
            )
        }
        guard let blocked = seen.courses.first(where: { $0.call != .returned }) else { return nil }
        let situation = GroupBalanceRun.parts.first { $0.name == blocked.part }?.situation ?? ""
        return GradeFinding(
            .waits,
            "\(situation): `backUp` did not return while the uploads were running. It blocked its caller, the main thread of the app.",
            at: evidence.line(of: evidence.waitsOfAttempt.first { $0.lane == 0 }?.place) ?? evidence.lineOfFunction,
            try: evidence.mentions("DispatchGroup")
                ? "do not wait for the group: give it a completion block (`notify`)."
                : "do not wait in this function. A DispatchGroup can call the completion block after the last upload (`notify`).")
    }

    /// Why there is nothing to explore: the run has already shown a mistake on the code path that is
    /// explored.
    @Sendable private static func isUnbalanced(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(GroupBalanceRun.Observations.self) else { return nothingCompletes }
        if seen.course(of: GroupBalanceRun.secondTry)?.uploads == [1, 1, 1] { return noSecondTry }
        guard balance(of: GroupBalanceRun.allThere, seen, evidence) == nil, balance(of: GroupBalanceRun.secondTry, seen, evidence) == nil
        else {
            return .notJudged(because: "the run has already shown that this code path is not balanced")
        }
        return nil
    }

    @Sendable private static func triedAgain(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        let begin = "Two photos were uploaded. The first upload of each failed, so each needs a second one."
        if outcome.hasSuffix("were started") {
            return GradeFinding(
                .missing, "\(begin) In one interleaving, only \(outcome).", at: evidence.lineOfFunction,
                try: "does a variable say that a photo was tried again? Each photo needs its own.")
        }
        if outcome == "never completed" {
            return GradeFinding(
                .missing, "\(begin) In one interleaving, `completion` is never called.",
                at: evidence.lineOfLeave ?? evidence.lineOfFunction,
                try: "each `enter` needs its `leave`. If you count yourself, subtract and check for zero in one atomic step.")
        }
        if outcome.hasSuffix("times") {
            return GradeFinding(
                .tooOften, "\(begin) One interleaving has this outcome: \(outcome).", at: evidence.lineOfCompletion,
                try: "let one place in your code call `completion`. If you count yourself, subtract and check for zero in one atomic step.")
        }
        guard evidence.mentions("DispatchGroup") else {
            return GradeFinding(
                .tooEarly,
                "\(begin) One interleaving has this outcome: \(outcome). At that moment your code does not count an upload that is still running.",
                at: evidence.lineOfCompletion,
                try: "count the second try before the first one stops counting. A DispatchGroup can count for you.")
        }
        return GradeFinding(
            .tooEarly,
            """
            \(begin) One interleaving has this outcome: \(outcome). If the other upload has ended already, the group is empty between `leave` and \
            the next `enter`. An empty group runs its notify block.
            """,
            at: evidence.lineOfLeave ?? evidence.lineOfCompletion,
            try:
                "enter for the second try before you leave for the first one. Or enter once for each photo, and leave after its last upload."
        )
    }
}

extension GroupBalanceRun.Observations {
    fileprivate func course(of part: GroupBalanceRun.Part) -> GroupBalanceRun.Course? { courses.first { $0.part == part.name } }
}

extension Evidence {
    /// The call that the checks made last.
    fileprivate var currentPart: GroupBalanceRun.Part? {
        let last = trace.notes.filter { note in GroupBalanceRun.parts.contains { GroupBalanceRun.begins($0.name) == note.text } }
            .max { $0.time < $1.time }
        return GroupBalanceRun.parts.first { GroupBalanceRun.begins($0.name) == last?.text }
    }

    /// The time from the begin of a call to the begin of the next one.
    private func time(of part: GroupBalanceRun.Part) -> Range<Int64> {
        let begins = GroupBalanceRun.parts.compactMap { part in
            trace.notes.first { $0.text == GroupBalanceRun.begins(part.name) }.map { (part.name, $0.time) }
        }
        guard let begin = begins.first(where: { $0.0 == part.name })?.1 else { return 0..<0 }
        return begin..<(begins.map(\.1).filter { $0 > begin }.min() ?? .max)
    }

    fileprivate func count(of kind: Event.Kind, in part: GroupBalanceRun.Part) -> Int {
        let time = time(of: part)
        return trace.events.count { $0.kind == kind && time ~= $0.time }
    }

    /// How often the group was left before the call returned.
    fileprivate func leavesDuringCall(of part: GroupBalanceRun.Part) -> Int {
        guard let call = stretches(from: GroupBalanceRun.begins(part.name), to: GroupBalanceRun.returns(part.name)).first else { return 0 }
        return trace.events.count { $0.kind == .groupLeft && Int($0.lane) == call.lane && call.time ~= $0.time }
    }

    /// The line that made the group empty before `completion` came.
    fileprivate func lineOfLastLeave(in part: GroupBalanceRun.Part) -> String? {
        let time = time(of: part)
        let completed = trace.notes.first { $0.text == "completion" && time ~= $0.time }?.time ?? time.upperBound
        return trace.events.last { $0.kind == .groupLeft && time ~= $0.time && $0.time <= completed }.flatMap { line(of: Int($0.place)) }
    }

    fileprivate var lineOfFunction: String? { line(declaring: "func backUp") }
    fileprivate var lineOfUpload: String? { line(declaring: "upload(") ?? lineOfFunction }
    fileprivate var lineOfCompletion: String? { line(ofItemAt: "completion") ?? line(declaring: "completion()") ?? lineOfFunction }
    fileprivate var lineOfEntering: String? { line(ofLast: .groupEntered) }
    fileprivate var lineOfLeave: String? { line(ofLast: .groupLeft) ?? line(declaring: ".leave()") }

    private func line(ofLast kind: Event.Kind) -> String? {
        trace.events.last { $0.kind == kind && line(of: Int($0.place)) != nil }.flatMap { line(of: Int($0.place)) }
    }
}
