import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// A task group with at most a given number of child tasks.
    static let taskGroupLimit = ExerciseJudge(
        checks: [
            "never more than the limit": .behaviour(neverMore),
            "as many as the limit": .behaviour(asManyAsAllowed),
            "results in the order of the names": .behaviour(inOrder),
            "few, equal, or no names": .behaviour(fewNames),
            "an error cancels the others": .behaviour(errorCancels),
            "cancelled with its caller": .behaviour(cancelledWithCaller),
            "no more child tasks than the limit": .trace(fewTasks),
            "right in every interleaving": .interleavings(
                of: [Exploration("threePhotos", judge: threeDownloaded), Exploration("oneFails", judge: oneFailed)],
                unless: { evidence in
                    let seen = try? evidence.observations(TaskGroupLimitRun.Observations.self)
                    if let seen, let finding = seen.unfinished { return finding }
                    if let seen, evidence.isStuck(seen) { return poolIsBlocked }
                    return seen?.isParallel == true ? nil : notParallel
                }),
        ],
        situation: { $0.part.flatMap { situations[$0] } },
        crashedPart: { $0.part })

    private static let situations = [
        TaskGroupLimitRun.manyBegin: "With 7 names and a limit of 3:", TaskGroupLimitRun.fewBegin: "With 2 names and a limit of 5:",
        TaskGroupLimitRun.noneBegin: "With no names:", TaskGroupLimitRun.equalBegin: "With the same name twice:",
        TaskGroupLimitRun.errorBegins: "With 7 names, when a download had failed:",
        TaskGroupLimitRun.cancelBegins: "With 7 names, when the caller was cancelled:",
    ]

    @Sendable private static func neverMore(_ seen: TaskGroupLimitRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let crash = evidence.crash(in: TaskGroupLimitRun.manyBegin) { return crash }
        if seen.begun == 0 {
            return GradeFinding(
                .missing, "`downloadAll` got \(seen.names) names, but never called `download`.", at: evidence.lineOfFunction,
                try: "call `download` for each name, in a child task.")
        }
        if seen.most > seen.limit {
            return GradeFinding(
                .tooMany, "The limit was \(seen.limit), and \(seen.most) downloads ran at the same time.", at: evidence.lineOfAddTask,
                try: seen.most == seen.limit + 1
                    ? "wait for one result before you add the next child task, and not after it."
                    : """
                    a task group starts each child task immediately. Add only \(seen.limit) of them. Then take one result with \
                    `try await group.next()` before you add the next one.
                    """)
        }
        if evidence.isStuck(seen) { return poolIsBlocked }
        if !seen.isParallel { return notParallel }
        return evidence.failsInThreePhotos && evidence.explorations?.finding?.verdict != .wrongResult
            ? evidence.explorations?.doubt("it was kept") : nil
    }

    @Sendable private static func asManyAsAllowed(_ seen: TaskGroupLimitRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let finding = seen.unfinished { return finding }
        if seen.most > seen.limit { return tooMany }
        if evidence.isStuck(seen) { return poolIsBlocked }
        if seen.atStart < seen.limit {
            return GradeFinding(
                .notParallel,
                seen.atStart == 1
                    ? "The limit was \(seen.limit), but only one download ran. The photos are downloaded one after the other."
                    : "The limit was \(seen.limit), but only \(seen.atStart) downloads ran at the same time.",
                at: evidence.lineOfDownload, try: "add child tasks without waiting for a result, until there are as many as the limit.")
        }
        if seen.afterOneEnd == 0 {
            return GradeFinding(
                .notParallel,
                """
                One of \(seen.limit) downloads had ended, and the others still ran. No other download began. So the free place waits for \
                the slowest download, or for a certain one.
                """,
                at: evidence.lineOfAddTask, try: "`group.next()` returns when any child task has ended. Then add the next one.")
        }
        // Where more child tasks wait than can begin, the threads decide which of them begin first.
        if !seen.beganInOrder, evidence.tasksAtStart.count <= seen.limit {
            return GradeFinding(
                .wrongResult, "The downloads did not begin in the order of the names.", at: evidence.lineOfAddTask,
                try: "add the child tasks in the order of the array.")
        }
        return nil
    }

    @Sendable private static func inOrder(_ seen: TaskGroupLimitRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let finding = seen.unfinished { return finding }
        if evidence.isStuck(seen) { return poolIsBlocked }
        guard seen.returned else {
            return GradeFinding(
                .missing, "All downloads had ended, but `downloadAll` did not return.", at: evidence.lineOfFunction,
                try: "find out what your code still waits for.")
        }
        if seen.threwError {
            return GradeFinding(
                .wrongResult, "All downloads had succeeded, but `downloadAll` threw an error.", at: evidence.lineOfFunction,
                try: "find out which line throws it.")
        }
        guard seen.photos != Array(0..<seen.names) else {
            return evidence.failsInThreePhotos && evidence.explorations?.finding?.verdict == .wrongResult
                ? evidence.explorations?.doubt("they were") : nil
        }
        if seen.photos.count != seen.names {
            return GradeFinding(
                .wrongResult, "There were \(seen.names) names, but \(seen.photos.count) photos were returned.", at: evidence.lineOfFunction,
                try: "take the remaining results after the loop: `for try await … in group`.")
        }
        return GradeFinding(
            .wrongResult,
            seen.photos == seen.ends
                ? "The photos are not in the order of the names. They are in the order in which the downloads ended."
                : "The photos are not in the order of the names. Their positions are: \(seen.photos.map(String.init).joined(separator: ", ")).",
            at: evidence.line(declaring: "append(") ?? evidence.lineOfAddTask,
            try: "let each child task return the index of its name, too. The index tells where the photo belongs.")
    }

    @Sendable private static func fewNames(_ seen: TaskGroupLimitRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let crash = evidence.crash(in: TaskGroupLimitRun.fewBegin) ?? evidence.crash(in: TaskGroupLimitRun.noneBegin)
            ?? evidence.crash(in: TaskGroupLimitRun.equalBegin)
        {
            return crash
        }
        if seen.begun == 0 { return nothingBegan }
        if evidence.isStuck(seen) { return poolIsBlocked }
        if seen.fewNames == false {
            return GradeFinding(
                .wrongResult, "With 2 names and a limit of 5, `downloadAll` did not return the two photos.", at: evidence.lineOfFunction,
                try: "the loop that adds the first child tasks must end at the last name.")
        }
        if seen.noNames == false {
            return GradeFinding(
                .wrongResult, "With no names, `downloadAll` did not return an empty array.", at: evidence.lineOfFunction,
                try: "check each loop with zero names.")
        }
        guard seen.equalNames == false else { return nil }
        return GradeFinding(
            .wrongResult, "With the same name twice, `downloadAll` did not return the photo twice.", at: evidence.lineOfFunction,
            try: "keep each photo under the index of its name, and not under the name: two names can be equal.")
    }

    @Sendable private static func errorCancels(_ seen: TaskGroupLimitRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let crash = evidence.crash(in: TaskGroupLimitRun.errorBegins) { return crash }
        if seen.begun == 0 { return nothingBegan }
        if evidence.isStuck(seen) { return poolIsBlocked }
        let begin = "A download failed while others ran."
        if !seen.throwsTheError {
            return GradeFinding(
                .missing,
                seen.throwsAnotherError
                    ? "\(begin) `downloadAll` threw another error."
                    : "\(begin) The error was not thrown: `downloadAll` \(seen.returnsAfterError ? "returned photos" : "did not return").",
                at: evidence.line(declaring: "try?") ?? evidence.lineOfFunction,
                try: "let the child task throw the error. `try await group.next()` throws it again, and it leaves the function.")
        }
        if seen.heldAtError > 0, seen.cancelledByError < seen.heldAtError {
            if seen.begunAfterError > 0, evidence.mentions("addTask") {
                return GradeFinding(
                    .tooOften,
                    "\(begin) \(Evidence.counted(seen.begunAfterError, "more download")) began after that, in vain: the photos are not needed.",
                    at: evidence.lineOfAddTask,
                    try: "let the error leave the closure of the group as soon as you get it: the group then cancels its other child tasks."
                )
            }
            return GradeFinding(
                .missing, "\(begin) The others were not cancelled, although their photos are not needed.", at: evidence.lineOfFunction,
                try: "an error that leaves the closure of a task group cancels its child tasks. A `Task` of your own is not cancelled.")
        }
        if seen.begunAfterError > 0 {
            return GradeFinding(
                .tooOften,
                "\(begin) The others were cancelled. But \(Evidence.counted(seen.begunAfterError, "more download")) began after that.",
                at: evidence.lineOfDownload,
                try: "cancellation only sets a flag. Check it before each download: `try Task.checkCancellation()`.")
        }
        if seen.heldAtError == 0 { return notParallel }
        return evidence.failsInThreePhotos ? nil : evidence.explorations?.doubt("they were cancelled")
    }

    @Sendable private static func cancelledWithCaller(_ seen: TaskGroupLimitRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let crash = evidence.crash(in: TaskGroupLimitRun.cancelBegins) { return crash }
        if evidence.isStuck(seen) { return poolIsBlocked }
        if seen.heldAtCancel == 0 { return nothingBegan }
        guard seen.cancelledWithCaller < seen.heldAtCancel else { return nil }
        return GradeFinding(
            .missing,
            """
            The task that had called `downloadAll` was cancelled. \(seen.heldAtCancel - seen.cancelledWithCaller) of \
            \(seen.heldAtCancel) running downloads were not cancelled with it.
            """,
            at: evidence.line(declaring: "Task {") ?? evidence.lineOfFunction,
            try: "use child tasks (`group.addTask`): they are cancelled with their parent. A `Task { … }` is not a child task.")
    }

    /// Counted while all downloads of the first call are held: nothing has ended then.
    @Sendable private static func fewTasks(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(TaskGroupLimitRun.Observations.self) else { return nothingBegan }
        if let finding = seen.unfinished { return finding }
        if seen.most > seen.limit { return tooMany }
        if let wait = evidence.blockedWait {
            return GradeFinding(
                .waits,
                """
                A child task blocked its thread while it waited. For each priority, Swift's thread pool has only one thread per \
                core, so a few such tasks block all others.
                """,
                at: evidence.line(of: wait.place),
                try:
                    "do not create the child task before it can begin its download. `try await group.next()` suspends, and blocks no thread."
            )
        }
        if seen.isRestless {
            return GradeFinding(
                .spins, "While the downloads ran, a task checked again and again whether one had ended. That keeps a core busy.",
                at: evidence.line(declaring: "while ") ?? evidence.lineOfFunction,
                try: "`try await group.next()` suspends until a child task has ended.")
        }
        let tasks = evidence.tasksAtStart
        // One more can be the attempt's own helper.
        guard tasks.count > seen.limit + 1 else { return seen.isParallel ? nil : notParallel }
        return GradeFinding(
            .cost,
            """
            The limit was \(seen.limit), and only \(seen.atStart) downloads ran. But there were \(tasks.count) child tasks, and most of them \
            waited. With 10,000 names there would be 10,000 tasks, and each uses memory.
            """,
            at: evidence.line(of: tasks.last?.place) ?? evidence.lineOfAddTask,
            try: "add a child task only when another one has ended (`group.next()`). Then your code needs nothing else to wait at.")
    }

    private static func threeDownloaded(_ outcome: String, _ evidence: Evidence) -> GradeFinding {
        GradeFinding(
            outcome.contains("downloads") ? .tooMany : .wrongResult,
            "Three photos were downloaded with a limit of 2. One interleaving has this outcome: \(outcome).",
            at: outcome.contains("downloads") ? evidence.lineOfAddTask : evidence.lineOfFunction,
            try: outcome.contains("downloads")
                ? "take a result (`try await group.next()`) before you add the child task that is one too many."
                : "let each child task return its index together with its photo.")
    }

    private static func oneFailed(_ outcome: String, _ evidence: Evidence) -> GradeFinding {
        GradeFinding(
            outcome.contains("running") ? .tooEarly : .wrongResult,
            "Three photos were downloaded with a limit of 2, and the first one failed. One interleaving has this outcome: \(outcome).",
            at: evidence.lineOfFunction,
            try: outcome.contains("running")
                ? "use child tasks: a task group does not return before all of its child tasks have ended."
                : "throw the first error. The cancelled downloads throw errors too, but later.")
    }

    private static let nothingBegan = GradeFinding.notJudged(because: "no download was ever begun")
    private static let tooMany = GradeFinding.notJudged(because: "more downloads ran than allowed, so the limit is not there")
    private static let poolIsBlocked = GradeFinding.notJudged(
        because: "child tasks block all threads of the pool, so the downloads cannot go on")
    private static let notParallel = GradeFinding.notJudged(because: "the limit was never reached, because too few downloads run")
}

extension TaskGroupLimitRun.Observations {
    /// Whether as many downloads ran as the limit allows.
    fileprivate var isParallel: Bool { atStart >= limit && (afterOneEnd > 0 || most > limit) }

    fileprivate var unfinished: GradeFinding? { begun == 0 ? .notJudged(because: "no download was ever begun") : nil }
}

extension Evidence {
    /// The last part of the checks that began.
    fileprivate var part: String? {
        trace.notes.filter { TaskGroupLimitRun.parts.contains($0.text) }.max { $0.time < $1.time }?.text
    }

    /// The tasks that the attempt has created before the first download ended.
    fileprivate var tasksAtStart: [Trace.TaskFacts] {
        guard let begin = trace.notes.first(where: { $0.text == TaskGroupLimitRun.manyBegin })?.time,
            let end = trace.notes.first(where: { $0.text == TaskGroupLimitRun.allWait })?.time
        else { return [] }
        return trace.tasks.filter { begin...end ~= $0.created ?? -1 && line(of: $0.place) != nil }
    }

    /// Whether the test `threePhotos` has failed, or was not run to its end.
    fileprivate var failsInThreePhotos: Bool { explorations?.interleavings["threePhotos"] == nil }

    /// Whether child tasks block all threads of the pool, so that nothing goes on.
    fileprivate func isStuck(_ seen: TaskGroupLimitRun.Observations) -> Bool { !seen.returned && blockedWait != nil }

    /// The crash in a part of the checks.
    fileprivate func crash(in part: String) -> GradeFinding? { crashes.first { $0.part == part }?.finding }

    fileprivate var lineOfFunction: String? { line(declaring: "func downloadAll") }
    fileprivate var lineOfAddTask: String? { line(declaring: "addTask") ?? line(declaring: "Task {") ?? lineOfFunction }
    fileprivate var lineOfDownload: String? { line(declaring: "await download(") ?? lineOfFunction }
}
