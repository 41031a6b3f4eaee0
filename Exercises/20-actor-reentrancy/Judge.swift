import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// An actor that checks before an `await`, and uses the result of the check after it.
    static let imageCache = ExerciseJudge(
        checks: [
            "one download for tasks that ask at the same time": .behaviour(oneDownload),
            "different images at the same time": .behaviour(imagesTogether),
            "an image is downloaded only once": .behaviour(keptForLater),
            "a failed download is not kept": .behaviour(failureIsNotKept),
            "waiting tasks are suspended": .trace(tasksAreSuspended),
            "right in every interleaving": .interleavings(
                of: [Exploration("twoAsk", judge: twoAsked), Exploration("twoAskAgain", judge: twoAskedAgain)], unless: nothingToExplore),
        ])

    @Sendable private static func oneDownload(_ seen: ImageCacheRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.downloads == 0 {
            return GradeFinding(
                .missing, "\(seen.callers) tasks asked for an image, but your code never called `download`.", at: evidence.lineOfImage,
                try: "the first task that asks for an image must call `download`.")
        }
        if seen.downloads > 1 {
            return GradeFinding(
                .race,
                """
                \(seen.callers) tasks asked for one image at the same time, and \(seen.downloads) downloads of it began. At `await`, a task \
                is suspended, and the actor runs other tasks (actor reentrancy). The image was not there yet, so each of them began its \
                own download.
                """,
                at: evidence.lineOfDownload,
                try: """
                    store something about the running download before the first `await`, so that the next task finds it. It can be a \
                    `Task`: all of them can await its value.
                    """)
        }
        if seen.early > 0 {
            return GradeFinding(
                .tooEarly,
                """
                \(Evidence.counted(seen.early, "call")) of `image` returned before the download had ended. So the image was not there yet.
                """,
                at: evidence.lineOfImage,
                try: "let a task that finds a running download await the end of it. `await task.value` gives all tasks the same result.")
        }
        if seen.isCancelledByWaiter {
            return GradeFinding(
                .wrongResult,
                """
                A task waited for a download that another task had begun, and was cancelled. Your code cancelled the download, although \
                \(seen.callers) other tasks wait for it, too.
                """,
                at: evidence.line(declaring: ".cancel()") ?? evidence.lineOfImage,
                try: "a task that is cancelled may stop waiting. But the download belongs to all tasks that wait for it.")
        }
        if seen.withoutAnswer > 0 {
            let what = "The downloads had ended, but \(Evidence.counted(seen.withoutAnswer, "call")) of `image` never returned."
            if let standstill = evidence.standstill {
                return GradeFinding(standstill.verdict, "\(what) \(standstill.what)", at: standstill.place, try: standstill.cure)
            }
            return GradeFinding(
                .missing, what, at: evidence.lineOfImage, try: "find out what these tasks wait for, and which code resumes them.")
        }
        guard seen.wrongAnswers == 0 else {
            return GradeFinding(
                .wrongResult,
                "\(seen.wrongAnswers) of \(seen.callers) tasks that asked at the same time did not get the image, although the download succeeded.",
                at: evidence.lineOfImage, try: "give all tasks that wait for a download its result.")
        }
        return evidence.explorations?.interleavings["twoAsk"] == nil ? evidence.explorations?.doubt("there was one download") : nil
    }

    @Sendable private static func imagesTogether(_ seen: ImageCacheRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.downloads == 0 { return nothingBegan }
        guard !seen.otherBegan || !seen.otherAnswered else { return seen.isShared ? nil : nothingShared }
        if seen.otherBegan {
            return GradeFinding(
                .notParallel,
                "While one image was being downloaded, the download of another image ended. But its task did not get it.",
                at: evidence.lineOfImage, try: "a task must wait only for the image that it asked for.")
        }
        let isBlocked = evidence.blockedWait != nil
        return GradeFinding(
            .notParallel,
            """
            While one image was being downloaded, a task asked for another image. Its download did not begin: images are downloaded one \
            after the other.\(isBlocked ? " The actor is blocked during a download, so it cannot run another task." : "")
            """,
            at: evidence.blockedWait.flatMap { evidence.line(of: $0.place) } ?? evidence.lineOfImage,
            try: isBlocked
                ? "do not block the thread of an actor. `await` the download: the task is then suspended, and the actor runs other tasks."
                : "a task must wait only for a download of the same image. Keep one entry for each name.")
    }

    @Sendable private static func keptForLater(_ seen: ImageCacheRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let finding = unfinished(seen) { return finding }
        if seen.downloadsLater > 0 {
            return GradeFinding(
                .tooOften,
                "The image was there. Then a task asked for it again, and it was downloaded again.", at: evidence.lineOfDownload,
                try: "keep the image, or the task with the image, after the download has ended.")
        }
        return seen.laterIsSame
            ? nil
            : GradeFinding(
                .wrongResult, "The image was there. Then a task asked for it again, and got something else.", at: evidence.lineOfImage,
                try: "return the image that was downloaded.")
    }

    @Sendable private static func failureIsNotKept(_ seen: ImageCacheRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if let finding = unfinished(seen) { return finding }
        if seen.failingWithoutAnswer > 0 {
            return GradeFinding(
                .missing,
                """
                \(seen.failing) tasks asked for an image, and its download failed. \(seen.failingWithoutAnswer) of these calls never \
                returned.
                """,
                at: evidence.lineOfDownload, try: "an error leaves the function at `try`. Lines below it do not run. Use `do` and `catch`.")
        }
        if seen.gotError < seen.failing {
            return GradeFinding(
                .wrongResult,
                "\(seen.failing) tasks asked for an image, and its download failed. \(seen.gotError) of them got the error of the download.",
                at: evidence.lineOfDownload, try: "throw the error of the download to each task that waits for it.")
        }
        if seen.downloadsAfterFailure == 0 {
            return GradeFinding(
                .wrongResult,
                """
                The download of an image failed. A later call for that image did not download it again: the failure is kept for ever.
                """,
                at: evidence.lineOfDownload,
                try: "if the download fails, remove its entry from the dictionary, and throw the error again.")
        }
        if !seen.laterSucceeds {
            return GradeFinding(
                .wrongResult, "The download of an image failed. A later call downloaded it again, but did not return the image.",
                at: evidence.lineOfImage, try: "return the result of the new download.")
        }
        return evidence.explorations?.interleavings["twoAsk"] != nil ? evidence.explorations?.doubt("a failed download was not kept") : nil
    }

    @Sendable private static func tasksAreSuspended(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(ImageCacheRun.Observations.self), seen.downloads > 0 else { return nothingBegan }
        if let wait = evidence.blockedWait {
            return GradeFinding(
                .waits,
                """
                While an image was being downloaded, a task blocked its thread. For each priority, Swift's thread pool has only \
                one thread per core, so a few such tasks block all others.
                """,
                at: evidence.line(of: wait.place), try: "use `await`: it suspends the task, and its thread runs other tasks.")
        }
        if !seen.isShared { return nothingShared }
        if evidence.sleepsInTask {
            return GradeFinding(
                .spins,
                """
                While an image was being downloaded, another task slept for a time, checked whether it was there, and slept again. Each \
                check wakes up a core, and the answer comes late.
                """,
                at: evidence.line(declaring: "sleep"), try: "store the running download as a `Task`, and await its value.")
        }
        guard seen.isRestless else { return nil }
        return GradeFinding(
            .spins,
            """
            While an image was being downloaded, other tasks spun (busy-waited): they checked again and again whether it was there. That \
            keeps a core busy.
            """,
            at: evidence.line(declaring: "while ") ?? evidence.lineOfImage,
            try: "store the running download as a `Task`, and await its value.")
    }

    private static func twoAsked(_ outcome: String, _ evidence: Evidence) -> GradeFinding {
        // The second task can also ask when the image is there.
        if let seen = try? evidence.observations(ImageCacheRun.Observations.self), seen.downloadsLater > 0 {
            return .notJudged(because: "a later call downloads the image again: see the check “an image is downloaded only once”")
        }
        return GradeFinding(
            outcome.contains("different") ? .wrongResult : .tooOften,
            "Two tasks asked for one image at the same time. One interleaving has this outcome: \(outcome).", at: evidence.lineOfDownload,
            try: "check for a running download, and store the new one, without an `await` between the two.")
    }

    private static func twoAskedAgain(_ outcome: String, _ evidence: Evidence) -> GradeFinding {
        if let seen = try? evidence.observations(ImageCacheRun.Observations.self), seen.downloadsAfterFailure == 0 || !seen.laterSucceeds {
            return .notJudged(because: "a later call fails, too: see the check “a failed download is not kept”")
        }
        let begin =
            "Two tasks asked for one image, and the first download failed. A task that got the error asked once more. One interleaving has this outcome: \(outcome)."
        if outcome.contains("downloads") {
            return GradeFinding(
                .tooOften,
                "\(begin) Both tasks remove the entry of the failed download. The slower one removes the entry of the next download.",
                at: evidence.lineOfRemoval,
                try: "let only one task remove the entry: the one that stored it, or the download's own task.")
        }
        return GradeFinding(
            .wrongResult, begin, at: evidence.lineOfRemoval,
            try: "remove the entry of a failed download once, before the next download is stored.")
    }

    private static func nothingToExplore(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(ImageCacheRun.Observations.self), seen.downloads > 0 else { return nothingBegan }
        if let finding = unfinished(seen) { return finding }
        if seen.failingWithoutAnswer > 0 { return .notJudged(because: "calls of `image` did not return after a failed download") }
        // Code that spins or blocks has more interleavings than can be run.
        return seen.isRestless || evidence.sleepsInTask || evidence.blockedWait != nil
            ? .notJudged(because: "tasks block a thread or check again and again, so there are more interleavings than can be run") : nil
    }

    /// Why the later phases show nothing.
    private static func unfinished(_ seen: ImageCacheRun.Observations) -> GradeFinding? {
        if seen.downloads == 0 { return nothingBegan }
        if !seen.isShared { return nothingShared }
        return seen.withoutAnswer > 0 ? .notJudged(because: "calls of `image` did not return") : nil
    }

    private static let nothingBegan = GradeFinding.notJudged(because: "no download was ever begun")
    private static let nothingShared = GradeFinding.notJudged(
        because: "tasks that ask at the same time do not share a download, so there is nothing to wait for, to keep or to remove")
}

extension ImageCacheRun.Observations {
    /// Whether the tasks that asked at the same time waited for one download.
    fileprivate var isShared: Bool { downloads == 1 && early == 0 }
}

extension Evidence {
    fileprivate var lineOfImage: String? { line(declaring: "func image") }
    fileprivate var lineOfDownload: String? {
        line(declaring: "await download(") ?? line(declaring: "await self.download(") ?? line(declaring: "download(name") ?? lineOfImage
    }
    fileprivate var lineOfRemoval: String? {
        line(declaring: "] = nil") ?? line(declaring: "removeValue") ?? line(declaring: "catch") ?? lineOfImage
    }
    /// A wait that blocked a thread until something else happened.
    var blockedWait: Trace.Wait? {
        let kinds: [Trace.Wait.Kind] = [.group, .semaphore, .condition, .threadJoin, .workItem, .operation, .operationQueue, .sleep]
        return waitsOfAttempt.first { kinds.contains($0.kind) && !$0.passedAtOnce }
    }
    /// Whether a task slept for a time.
    var sleepsInTask: Bool { mentions("Task.sleep") || mentions(".sleep(for") || mentions("sleep(nanoseconds") }
}
