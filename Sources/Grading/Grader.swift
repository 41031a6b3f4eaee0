import Words
import ExplorationRunner
import FoundationEssentials
import Glibc
import Symbols
import Trace

/// Grades attempts: compiles an attempt, runs and records it in its own process, and judges its
/// behaviour and its means.
public struct Grader: Sendable {
    public let workshop: GradingWorkspace
    /// The limits of an attempt.
    var limits = AttemptProcess.Limits()
    private var compiler: Compiler
    let progress: @Sendable (String) -> Void
    private let early: (@Sendable (Grade) -> Void)?

    /// - Parameters:
    ///   - tell: called before slow work, with a few words.
    ///   - progress: called a few times a second with the current step, in a few words.
    ///   - early: for a learner who waits. Called once at most, with a grade that is not complete: after the
    ///     real run, if that shows a mistake; else when an interleaving fails, before the others are run.
    ///     A grader that has it compiles the program for the interleavings while the attempt is compiled
    ///     and run, and keeps a schedule that fails as a trace.
    public init(
        _ workshop: GradingWorkspace, tell: @escaping @Sendable (String) -> Void = { _ in },
        progress: @escaping @Sendable (String) -> Void = { _ in }, early: (@Sendable (Grade) -> Void)? = nil
    ) {
        self.workshop = workshop
        self.progress = progress
        self.early = early
        compiler = Compiler(workshop: workshop, tell: tell)
    }

    /// The same grader for an author, who sees the compiler's words about an exercise's own checks.
    func forAuthor() -> Grader {
        var grader = self
        grader.compiler.tellsAuthor = true
        return grader
    }

    /// Compiles the checks, unless they are compiled. Each grade does that if necessary; graders that
    /// run at the same time would do it several times.
    public func prepare() throws { _ = try compiler.checksFolder() }

    /// The longest text of an attempt, in bytes.
    static let longestAttempt = 1 << 20

    /// Grades the learner's own file of an exercise; an unchanged file is not started.
    public func gradeOwn(_ exercise: Exercise) throws -> Grade {
        let folder = ExerciseFolder(exercise, in: workshop.package)
        folder.makeOwnFile()
        if try folder.isStarted() { return try gradeChanged(folder.ownPath, for: exercise) }
        let place = (exercise.learnerFolder ?? exercise.home).map { "\($0)/Exercises/\(exercise.name)" } ?? "Exercises/\(exercise.name)"
        return Self.notStarted(
            exercise,
            """
            \(place)/Exercise.swift is unchanged, so there is nothing of yours to grade.
            Read \(place)/README.md for the task, change Exercise.swift, then grade it again.
            """)
    }

    private static func notStarted(_ exercise: Exercise, _ message: String) -> Grade {
        Grade(exercise, .notStarted, Grade.Trouble(verdict: "notStarted", message: message))
    }

    /// Grades a file; one that has the code of the starter is not started.
    /// - Throws: as `gradeChanged(_:for:)`.
    public func grade(_ attempt: String, for exercise: Exercise) throws -> Grade {
        try Self.checkReadable(attempt)
        if try ExerciseFolder(exercise, in: workshop.package).hasCodeOfStarter(attempt) {
            let name = Evidence.name(of: attempt)
            return Self.notStarted(exercise, "\(name) has the code of the starter, unchanged, so there is nothing to grade.")
        }
        return try gradeChanged(attempt, for: exercise)
    }

    /// Grades a file, whatever is in it: `learn` shows with it what the starter does wrong.
    ///
    /// Takes some seconds, more if the attempt makes the checks wait in vain.
    /// - Throws: `ExplainedError` if the attempt could not be
    ///   graded, whatever it does.
    public func gradeChanged(_ attempt: String, for exercise: Exercise) throws -> Grade {
        try Self.checkReadable(attempt)
        let folder = try workshop.makeRunFolder()
        let texts = ExerciseFolder(exercise, in: workshop.package)
        let prepared = early == nil || exercise.checks.allSatisfy(\.explorations.isEmpty) ? nil : PreparedExploration(ahead: texts, attempt)
        progress("compiling your code")
        switch try compiler.compile(attempt, for: exercise, into: folder) {
        case .compiled: break
        case .refused(let words): return Grade(exercise, .notCompiled, Grade.Trouble(verdict: "notCompiled", message: words))
        case .forbidden(let finding):
            return Grade(exercise, .refused, Grade.Trouble(verdict: finding.verdict.rawValue, message: finding.message))
        }
        let result = try decisiveRun(of: attempt, for: exercise, folder)
        let outcome = result.run.outcome
        var judged = try result.trouble ?? judge(outcome, of: exercise, attempt, result.run.evidence, folder, prepared)
        judged.remarks.insert(contentsOf: result.remarks, at: 0)
        if let crash = result.crash {
            judged.crash = crash
            // The checks that failed are shown by the other run.
            if judged.checks.allSatisfy({ $0.passed || !$0.isJudged }) { rename(folder.firstTrace, folder.trace) }
        }
        judged.printed = outcome.printed
        if FileManager.default.fileExists(atPath: folder.trace), workshop.keep(folder.trace, at: workshop.trace(of: exercise)) {
            judged.trace = workshop.trace(of: exercise)
        }
        if let schedule = judged.schedule {
            let kept = workshop.keep(schedule.path, at: workshop.schedule(of: exercise))
            judged.schedule =
                kept
                ? Grade.Schedule(
                    path: workshop.schedule(of: exercise), function: schedule.function, showsRaceOnly: schedule.showsRaceOnly) : nil
        }
        return judged
    }

    private func judge(
        _ outcome: AttemptProcess.Outcome, of exercise: Exercise, _ attempt: String, _ evidence: Evidence,
        _ folder: borrowing RunFolder, _ prepared: PreparedExploration?
    ) throws -> Grade {
        var evidence = evidence
        var tellEarly = early
        if let early, let grade = try earlyGrade(exercise, evidence, outcome) {
            early(grade)
            tellEarly = nil
        }
        evidence.explorations = try explorations(
            exercise, attempt, evidence, prepared, schedule: early == nil ? nil : folder.schedule,
            early: tellEarly.map { early in
                { finding in
                    var evidence = evidence
                    evidence.explorations = Explorations(finding: finding)
                    if let grade = try? earlyGrade(exercise, evidence, outcome) { early(grade) }
                }
            })
        if let name = evidence.explorations?.takenName, ExploredSource.changesValues(name) {
            let finding = GradeFinding(
                .takesName, "Your code declares `\(name)`, which changes what the checks compute with. An attempt must not do that.",
                try: "remove that declaration: no exercise needs it.")
            return Grade(exercise, .refused, Grade.Trouble(verdict: finding.verdict.rawValue, message: finding.message))
        }
        var grade = Grade(
            exercise, findings: try exercise.checks.map { try $0.judge(evidence) },
            seconds: { $0.basis == .interleavings ? evidence.explorations?.seconds ?? 0 : outcome.seconds })
        // An attempt that has not passed has more important remarks.
        if grade.passed { grade.remarks += exercise.remarks(evidence) }
        if let sure = evidence.explorations?.remark { grade.remarks.append(sure) }
        if let explorations = evidence.explorations, let function = explorations.failedFunction {
            grade.schedule = Grade.Schedule(path: folder.schedule, function: function, showsRaceOnly: explorations.isRaceAlone)
        }
        return grade
    }

    /// The grade that follows from the real run, and from an interleaving that fails, if one is known;
    /// nil if neither shows a mistake.
    private func earlyGrade(_ exercise: Exercise, _ evidence: Evidence, _ outcome: AttemptProcess.Outcome) throws -> Grade? {
        let findings = try exercise.checks.map { check in
            let isOpen = check.basis == .interleavings && evidence.explorations == nil
            return isOpen ? .notJudged(because: "the interleavings are being run") : try check.judge(evidence)
        }
        var grade = Grade(exercise, findings: findings, seconds: { _ in outcome.seconds })
        guard grade.checks.contains(where: { !$0.passed && $0.isJudged }) else { return nil }
        grade.printed = outcome.printed
        return grade
    }

    /// Runs small tests of the attempt in every interleaving; nil if that would show nothing.
    private func explorations(
        _ exercise: Exercise, _ attempt: String, _ evidence: Evidence, _ prepared: PreparedExploration?, schedule: String?,
        early: ((GradeFinding) -> Void)?
    ) throws -> Explorations? {
        let wanted = exercise.checks.filter { $0.basis == .interleavings && $0.isPointless(evidence) == nil }.flatMap(\.explorations)
        if wanted.isEmpty { return nil }
        let folder = ExerciseFolder(exercise, in: workshop.package)
        progress("compiling your code, to run it in every interleaving")
        return try Explorations(of: wanted, folder, attempt, evidence, prepared: prepared, schedule: schedule, early: early) {
            folder.replayCommand($0, of: attempt)
        } progress: {
            progress("running every interleaving of a small test of your code: \($0) so far")
        }
    }

    static func source(_ attempt: String) throws(ExplainedError) -> [Substring] {
        try ExerciseFolder.text(of: attempt).split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    private static func checkReadable(_ attempt: String) throws(ExplainedError) {
        var facts = stat()
        guard lstat(attempt, &facts) == 0 else {
            throw ExplainedError(.unreadable, "\(attempt) cannot be read: \(String(cString: strerror(errno))).", cure: "Check its path.")
        }
        // A link in what a student has handed in could lead to another student's file, or to the solution.
        guard facts.st_mode & S_IFMT != S_IFLNK else {
            throw ExplainedError(.unreadable, "\(attempt) is a symbolic link, which is not followed.", cure: "Give the file itself.")
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw ExplainedError(.unreadable, "\(attempt) is not a file.", cure: "Give a Swift file, with --attempt FILE.")
        }
        guard attempt.hasSuffix(".swift") else {
            throw ExplainedError(.unreadable, "\(attempt) is not a Swift file.", cure: "Give one file whose name ends in .swift.")
        }
        guard access(attempt, R_OK) == 0 else {
            throw ExplainedError(
                .unreadable, "\(attempt) cannot be read: \(String(cString: strerror(errno))).", cure: "chmod +r \(attempt)")
        }
        guard facts.st_size <= longestAttempt else {
            throw ExplainedError(
                .unreadable, "\(attempt) has \(facts.st_size) bytes, but an attempt can have at most \(longestAttempt).",
                cure: "Give the file that you wrote.")
        }
    }
}
