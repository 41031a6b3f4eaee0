import Words
import enum Trace.Verdict
import Diagnosis
import Explorer
import Schedules
import ExplorationRunner

extension Explorations {
    /// The limits of an exploration. A correct, small attempt needs hundredths of a second. The
    /// budget ends other attempts. It counts executions and steps, so it is the same on each
    /// machine. The time limit is for code that computes for a long time in each step.
    private static let budget = 50_000, steps = 20_000_000
    private static let patience = Duration.seconds(120)

    /// Compiles an attempt with the file of its small tests, and runs each test function in every
    /// interleaving that can differ.
    ///
    /// Two seconds, most of them for the compiler; at most twenty more for each function on a
    /// machine that is not busy.
    /// - Parameters:
    ///   - prepared: the program, if it is being compiled already.
    ///   - schedule: the file for the trace of a schedule that fails; nil: none is written.
    ///   - early: called with the first failure, before the remaining interleavings are run.
    ///   - replay: the command that shows a token's schedule.
    ///   - progress: called a few times a second with the number of executions.
    /// - Throws: errors that would keep any attempt from being explored, and Ctrl-C.
    init(
        of explorations: [Exploration], _ folder: ExerciseFolder, _ attempt: String, _ evidence: Evidence,
        prepared: PreparedExploration? = nil, schedule: String? = nil, early: ((GradeFinding) -> Void)? = nil,
        replay: (String) -> String, progress: (Int) -> Void
    ) throws {
        let start = ContinuousClock.now
        defer { seconds = (ContinuousClock.now - start) / .seconds(1) }
        do {
            let prepared = prepared ?? PreparedExploration(folder, attempt)
            let taken = try prepared.namesTakenOver()
            if let name = taken.first(where: ExploredSource.changesValues) ?? taken.first {
                takenName = name
                finding = .notProved(
                    because: """
                        your code declares `\(name)`. The small tests in \(folder.shownExplored) use that name, and \
                        would now call your declaration. Give yours another name
                        """)
                return
            }
            let build = try prepared.takeBuild()
            // Wake-ups without a signal come last: a failure that needs none says more.
            var passes = explorations.map { (exploration: $0, wakesSpuriously: false) }
            if evidence.waitsForConditions { passes += explorations.map { ($0, true) } }
            for (exploration, wakesSpuriously) in passes {
                let before = interleavings.values.reduce(0, +)
                let result: ExplorationResult
                do {
                    result =
                        wakesSpuriously
                        ? try Self.exploreWakeUps(exploration, build) { progress(before + $0) }
                        : try Self.explore(exploration, build, early) {
                            Self.finding(in: $0, exploration, evidence, folder.exercise, replay)
                        } progress: {
                            progress(before + $0)
                        }
                } catch let error as ExplainedError where exploration.limit != nil && error.code == .notExplorable {
                    // An attempt that is too large for this test is judged by the others.
                    if !wakesSpuriously { tooLarge.append(exploration.entry) }
                    continue
                }
                if wakesSpuriously, result.report.findings.isEmpty { continue }
                if let found = Self.finding(in: result, exploration, evidence, folder.exercise, replay) {
                    finding = found
                    interleavings[exploration.entry] = nil
                    isRaceAlone = result.report.findings.allSatisfy { $0.verdict == .race }
                    if let schedule, let log = result.report.findings.first?.log, !log.entries.isEmpty,
                        (try? result.write(log, to: schedule)) != nil
                    {
                        failedFunction = exploration.entry
                    }
                    return
                }
                if result.report.isComplete {
                    interleavings[exploration.entry] = result.report.executions
                } else {
                    samples[exploration.entry] = result.report.executions
                }
                outcomes.formUnion(result.report.outcomes.map(\.text))
            }
            if tooLarge.count * 2 >= max(explorations.count, 1) {
                finding = .notProved(
                    because: """
                        with your code, most of the small tests in \(folder.shownExplored) are too large to be explored. Do the same \
                        with fewer tasks
                        """)
            }
        } catch let error as ExplainedError {
            finding = try Self.notExplored(error, folder, attempt)
        }
    }

    /// Runs one test function.
    /// - Parameters:
    ///   - early: called with the first failure, if a learner waits.
    ///   - finding: the failure in a result.
    private static func explore(
        _ exploration: Exploration, _ build: borrowing ExploredBuild, _ early: ((GradeFinding) -> Void)?,
        _ finding: (ExplorationResult) -> GradeFinding?, progress: (Int) -> Void
    ) throws -> ExplorationResult {
        if let early {
            let first = try firstFailure(build, exploration, progress: progress)
            if first.report.findings.isEmpty {
                if first.report.isComplete { return first }
            } else if let found = finding(first) {
                early(found)
            }
        }
        return try finished(within: patience) {
            try build.explore(exploration.entry, budget: exploration.limit ?? budget, steps: steps, patience: patience) {
                progress($0.executions)
            }
        }
    }

    /// Runs a test function that did not fail again, when each thread can once wake from a condition
    /// without a signal.
    ///
    /// POSIX allows such wake-ups, and a right attempt checks its condition in a loop. Not all of these
    /// interleavings have to be run: an attempt without a loop fails in many of them.
    private static func exploreWakeUps(
        _ exploration: Exploration, _ build: borrowing ExploredBuild, progress: (Int) -> Void
    ) throws -> ExplorationResult {
        var options = ExplorationOptions()
        options.wakesSpuriously = true
        return try finished(within: patience) {
            try build.explore(
                exploration.entry, budget: exploration.limit ?? 10_000, steps: steps, patience: patience, options: options
            ) { progress($0.executions) }
        }
    }

    /// The result of an exploration that no user has stopped: the time limit stops it in the same way.
    private static func finished(within patience: Duration, _ explore: () throws -> ExplorationResult) throws -> ExplorationResult {
        let result = try explore()
        if result.report.wasStopped, result.seconds < patience / .seconds(1) { throw ExplainedError.interrupted }
        return result
    }

    /// Explores until the first failure, for a short time. Most attempts are decided then.
    private static func firstFailure(
        _ build: borrowing ExploredBuild, _ exploration: Exploration, progress: (Int) -> Void
    ) throws -> ExplorationResult {
        var options = ExplorationOptions()
        options.stopsAtFailure = true
        let patience = Duration.seconds(5)
        return try finished(within: patience) {
            try build.explore(
                exploration.entry, budget: exploration.limit ?? 5_000, steps: 1_000_000, patience: patience, options: options
            ) { progress($0.executions) }
        }
    }

    /// Why there is no result, in words. The attempt itself decides whether it can be explored, so
    /// an attempt that cannot be explored gets no points for it, and has not passed: if it did, one
    /// needless call would hide any mistake.
    private static func notExplored(_ error: ExplainedError, _ folder: ExerciseFolder, _ attempt: String) throws -> GradeFinding {
        switch error.code {
        case .notCompiled:
            return .notProved(
                because: """
                    your code compiles, but not together with \(folder.shownExplored), which calls it in small tests. Perhaps both \
                    declare the same name: then give yours another name
                    """)
        case .notExplorable, .notFinished, .wrongToken:
            var words = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
            for path in [attempt, folder.exploredPath] { words = words.replacing(path, with: Evidence.name(of: path)) }
            return .notProved(because: "not every interleaving could be run. \(words)")
        default: throw error
        }
    }

    private static func finding(
        in result: ExplorationResult, _ exploration: Exploration, _ evidence: Evidence, _ exercise: Exercise, _ replay: (String) -> String
    ) -> GradeFinding? {
        var result = result
        if let cure = exercise.cureForRaces { result.advise(onRaces: cure) }
        if result.report.outcomes.contains(where: { $0.text.hasPrefix("exit(") }) {
            return GradeFinding(
                GradeFinding.Verdict("misuse"), "Your code ends the process: it must not call exit().",
                try: "Return instead, or throw an error."
            )
        }
        guard let first = result.report.findings.first, let words = result.explanations.first else {
            if result.report.isComplete || exploration.limit != nil { return nil }
            return .notProved(
                because: """
                    there are more interleavings than could be run. \(ofAll(result.report.executions)) and that proves nothing about the others. \
                    \(evidence.wayToFewerSteps)
                    """)
        }
        let race = zip(result.report.findings, result.explanations).first { $0.0.verdict == .race }?.1
        let token = result.token(first.path)
        var finding: GradeFinding
        if first.path.wakesSpuriously {
            finding = spuriousWakeUp(first, words)
        } else if first.verdict == .assertion, first.signal == nil, first.error == nil, let outcome = first.outcome,
            let known = exploration.judge(outcome, evidence)
        {
            // A mistake that the run itself has shown is reported there. A data race is reported here.
            if known.verdict == .notJudged, race == nil { return known }
            finding =
                known.verdict == .notJudged
                ? GradeFinding(.race, "One interleaving has this outcome: \(outcome).", try: race?.hint ?? "") : known
        } else {
            let isOfRace = first.verdict == .race || first.verdict == .assertion || first.signal != nil
            let isCircular = first.verdict == .deadlock && words.summary.contains("wait for each other")
            let isWait = [.leak, .deadlock, .lostWakeup].contains(first.verdict)
            let hint = (isCircular ? exercise.cureForCircularWaits : isWait ? exercise.cureForWaits : nil) ?? words.hint
            finding = GradeFinding(
                GradeFinding.Verdict(words.verdict.rawValue), words.shortText, try: words.shortened(isOfRace ? race?.hint ?? hint : hint))
            finding.why = "\(words.summary) \(words.explanation)"
        }
        finding.token = token
        finding.table = words.table.worthShowing(to: evidence.file)
        if let race, first.signal != nil, words.isElsewhere(than: evidence.file) {
            finding.verdict = .race
            finding.what = crash(words, elsewhereBecauseOf: race)
        } else if let race, first.verdict != .race {
            // "Data race on Box.value: the main thread and …" (It need not be the cause of this outcome.)
            let begin = "Data race"
            finding.what += " There is a data race\(race.shortened(race.summary).dropFirst(begin.count))"
            if first.verdict == .assertion, !finding.isNamed { finding.verdict = .race }
        }
        let others = result.report.outcomes.filter { !$0.isAllowed && !$0.text.isEmpty && $0.text != first.outcome }.map(\.text)
        if !others.isEmpty, first.verdict != .race {
            finding.what += " Other interleavings have these outcomes: \(others.prefix(3).joined(separator: "; "))."
        }
        let lines = words.attemptLines(evidence.file) + (race?.attemptLines(evidence.file) ?? [])
        // The declaration of a function says less than the lines at which its threads were.
        let isCause = finding.place.map { !evidence.text(of: $0).contains("func ") } ?? false
        if evidence.names(oneOf: lines, in: finding.why ?? finding.what) || finding.table?.shows(evidence.file) == true {
            finding.place = nil
        } else if !isCause, let place = evidence.place(of: lines) {
            finding.place = place
        }
        finding.replay = replay(token)
        return finding
    }
}

extension Explorations {
    /// The words for a crash in code that the learner did not write, if the cause is in theirs: they begin with the cause.
    private static func crash(_ words: Explanation, elsewhereBecauseOf race: Explanation) -> String {
        let crash = words.shortened(words.summary), begin = "Crash: "
        return "\(race.shortened(race.summary)) One consequence: \(crash.hasPrefix(begin) ? crash.dropFirst(begin.count) : crash[...])"
    }

    /// The failure of an attempt that fails only if a thread wakes without a signal.
    private static func spuriousWakeUp(_ finding: ExplorationReport.Finding, _ words: Explanation) -> GradeFinding {
        let isWrong = finding.verdict == .assertion && finding.signal == nil && finding.error == nil
        let end =
            isWrong ? finding.outcome.map { "One interleaving with such a wake-up has this outcome: \($0)." } : nil
        return GradeFinding(
            isWrong ? .wrongResult : GradeFinding.Verdict(words.verdict.rawValue),
            "A thread can wake from its wait for a condition although no thread has signalled it: a spurious wake-up. \(end ?? words.summary)",
            try: "a thread that wakes looks again: wait in a loop, with `while` instead of `if`.")
    }

    private static func ofAll(_ count: Int) -> String {
        switch count {
        case 0: "None of them finished in time,"
        case 1: "One was run, and it did not fail,"
        default: "\(count) were run, and none of them failed,"
        }
    }
}

extension Evidence {
    /// The advice for code with too many interleavings, as a sentence without its full stop.
    fileprivate var wayToFewerSteps: String {
        guard let line = line(declaring: "weak ") else { return "Do the same in fewer steps" }
        return """
            A weak reference (\(line)) adds many: each release of its object is a step that can come before or after. Try it without `weak`, \
            or let it refer to a smaller object
            """
    }
}

extension ScheduleTable {
    /// Whether a row is a line of a file.
    fileprivate func shows(_ file: String) -> Bool { rows.contains { Evidence.name(of: $0.file) == file } }

    /// The table for the author of a file; nil if it says nothing about this file, and marks no steps.
    fileprivate func worthShowing(to file: String) -> ScheduleTable? {
        guard isWorthShowing, shows(file) || rows.contains(where: isMarked) else { return nil }
        var table = self
        table.readersFile = file
        return table
    }
}

extension Explanation {
    /// Whether the failure is at a line of another file.
    fileprivate func isElsewhere(than file: String) -> Bool { locations.first.map { Evidence.name(of: $0.file) != file } ?? true }

    /// The lines of the attempt at which the threads were, or which led there.
    fileprivate func attemptLines(_ file: String) -> [Int] {
        locations.compactMap { location in
            if Evidence.name(of: location.file) == file { return location.line }
            return location.callers.first { $0.hasPrefix("\(file):") }.flatMap { Int($0.dropFirst(file.count + 1)) }
        }
    }
}

extension Evidence {
    /// Whether threads can wait for conditions in the attempt.
    fileprivate var waitsForConditions: Bool { mentions("NSCondition") || mentions("pthread_cond") }

    /// Whether the words mention one of the lines: then they describe what happens there, and other
    /// lines on the path are not the cause.
    fileprivate func names(oneOf lines: [Int], in words: String) -> Bool {
        lines.contains { words.contains("\(file), line \($0))") }
    }

    /// "line 12 of Exercise.swift", "lines 12, 17 and 20 of Exercise.swift"; nil if there is none.
    fileprivate func place(of lines: [Int]) -> String? {
        var new: [Int] = []
        for line in lines where !new.contains(line) { new.append(line) }
        var shown = new.prefix(3).sorted().map(String.init)
        guard let last = shown.popLast() else { return nil }
        return shown.isEmpty ? "line \(last) of \(file)" : "lines \(shown.joined(separator: ", ")) and \(last) of \(file)"
    }
}
