import FoundationEssentials
import Glibc
import Recorder
import Trace

/// Grades attempts: compiles one, runs it in a process of its own under the recorder, and judges what it did and how.
public struct Grader: Sendable {
    public let workshop: Workshop
    /// What an attempt may use.
    var limits = AttemptProcess.Limits()
    private let compiler: Compiler
    private let progress: @Sendable (String) -> Void

    /// - Parameters:
    ///   - tell: is told what takes long, in a few words.
    ///   - progress: is told some times a second what is being done, in a few words.
    public init(
        _ workshop: Workshop, tell: @escaping @Sendable (String) -> Void = { _ in },
        progress: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.workshop = workshop
        self.progress = progress
        compiler = Compiler(workshop: workshop, tell: tell)
    }

    /// Longest text of an attempt, in bytes.
    static let longestAttempt = 1 << 20

    /// Grades the learner's own file of an exercise; one that is still as it came is not started.
    public func gradeOwn(_ exercise: Exercise) throws -> Grade {
        let folder = ExerciseFolder(exercise, in: workshop.package)
        if try !folder.isStarted() {
            let place = "Exercises/\(exercise.name)"
            let message = """
                \(place)/Exercise.swift is still the text that the exercise came with, so there is nothing of yours to grade.
                Read \(place)/README.md for the task, change Exercise.swift, then grade it again.
                """
            return Grade(exercise, .notStarted, Grade.Trouble(verdict: "notStarted", message: message))
        }
        return try grade(folder.ownPath, for: exercise)
    }

    /// Grades a file.
    ///
    /// Takes some seconds, more where the attempt lets the checks wait for what does not come.
    /// - Throws: `GradingError`, `TraceError` or `ChildProcessError` when it could not be graded, whatever it is like.
    public func grade(_ attempt: String, for exercise: Exercise) throws -> Grade {
        try Self.checkReadable(attempt)
        let folder = try workshop.makeRunFolder()
        progress("compiling your code")
        if case .refused(let words) = try compiler.compile(attempt, for: exercise, into: folder) {
            return Grade(exercise, .notCompiled, Grade.Trouble(verdict: "notCompiled", message: words))
        }
        let outcome = try AttemptProcess.run(in: folder, recorder: workshop.recorder, limits: limits) { progress("running your code") }
        var grade = try judge(outcome, of: exercise, attempt, folder)
        grade.printed = outcome.printed
        if FileManager.default.fileExists(atPath: folder.trace), rename(folder.trace, workshop.trace(of: exercise)) == 0 {
            grade.trace = workshop.trace(of: exercise)
        }
        return grade
    }

    private func judge(
        _ outcome: AttemptProcess.Outcome, of exercise: Exercise, _ attempt: String, _ folder: borrowing RunFolder
    ) throws -> Grade {
        let file = Evidence.name(of: attempt)
        guard FileManager.default.fileExists(atPath: folder.trace) else {
            throw GradingError(
                .notRecorded, "The attempt ran, but nothing of it was recorded.",
                try:
                    "There may be no room on the disk of \(workshop.folder), or the program was not allowed to preload \(workshop.recorder)."
            )
        }
        try? Symbolicator.annotate(path: folder.trace)
        let trace = try TraceReader.read(path: folder.trace)
        var evidence = Evidence(report: outcome.observations ?? [], trace: trace, file: file, source: try Self.source(attempt))
        guard let report = outcome.observations, outcome.excess == nil, outcome.ending == .exited(code: 0) else {
            let end = PrematureEnd(outcome: outcome, evidence: evidence, program: folder.program, limits: limits)
            var trouble = end.trouble
            if let situation = exercise.situation(evidence) { trouble.message = "\(situation) \(trouble.message)" }
            return Grade(exercise, end.status, trouble, seconds: outcome.seconds)
        }
        evidence.report = report
        evidence.stuck = outcome.stuck.compactMap { stuck in
            let lines = evidence.lines(at: stuck.addresses, inProgram: folder.program)
            return lines.isEmpty ? nil : (stuck.thread, lines)
        }
        evidence.explorations = try explorations(exercise, attempt, evidence)
        var grade = Grade(
            exercise,
            checks: try exercise.checks.map { check in
                Grade.CheckResult(
                    check, try check.judge(evidence),
                    seconds: check.basis == .interleavings ? evidence.explorations?.seconds ?? 0 : outcome.seconds)
            })
        // Whoever has not passed has other things to do first.
        if grade.passed { grade.remarks = exercise.remarks(evidence) }
        if let sure = evidence.explorations?.remark { grade.remarks.append(sure) }
        return grade
    }

    /// Runs small forms of the attempt in every interleaving; nil where that would show nothing.
    private func explorations(_ exercise: Exercise, _ attempt: String, _ evidence: Evidence) throws -> Explorations? {
        let wanted = exercise.checks.filter { $0.basis == .interleavings && $0.isPointless(evidence) == nil }.flatMap(\.explorations)
        if wanted.isEmpty { return nil }
        let folder = ExerciseFolder(exercise, in: workshop.package)
        progress("compiling your code, to run it in every interleaving")
        return try Explorations(of: wanted, folder, attempt, evidence) {
            folder.replayCommand($0, of: attempt)
        } progress: {
            progress("running every interleaving of a small form of your code: \($0) so far")
        }
    }

    private static func source(_ attempt: String) throws(GradingError) -> [Substring] {
        try ExerciseFolder.text(of: attempt).split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    private static func checkReadable(_ attempt: String) throws(GradingError) {
        var facts = stat()
        guard stat(attempt, &facts) == 0 else {
            throw GradingError(.unreadable, "\(attempt) cannot be read: \(String(cString: strerror(errno))).", try: "Check its path.")
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw GradingError(.unreadable, "\(attempt) is no file.", try: "Name a Swift file, with --attempt FILE.")
        }
        guard attempt.hasSuffix(".swift") else {
            throw GradingError(.unreadable, "\(attempt) is no Swift file by its name.", try: "An attempt is one file that ends in .swift.")
        }
        guard access(attempt, R_OK) == 0 else {
            throw GradingError(.unreadable, "\(attempt) may not be read: \(String(cString: strerror(errno))).", try: "chmod +r \(attempt)")
        }
        guard facts.st_size <= longestAttempt else {
            throw GradingError(
                .unreadable, "\(attempt) has \(facts.st_size) bytes; an attempt has at most \(longestAttempt).",
                try: "Name the file that you wrote.")
        }
    }
}
