import Words
import FoundationEssentials
import Glibc
import Symbols
import Trace

// The runs of an attempt. A difference between two runs is chance, and chance must not decide points. So a crash,
// and a check of the behaviour that fails, count only if they are there in each of several runs.

extension Grader {
    /// A run of the attempt, and what it shows.
    typealias Run = (outcome: AttemptProcess.Outcome, evidence: Evidence)

    /// The run by which an attempt is judged.
    struct DecisiveRun {
        var run: Run
        /// Why there is nothing to judge; nil if there is.
        var trouble: Grade?
        /// A crash in another run.
        var crash: Grade.Trouble?
        var remarks: [String] = []
    }

    /// How often an attempt that crashes is run again, until a run does not crash.
    static let runsAfterCrash = 5
    /// How often an attempt is run again if a check of its behaviour fails.
    static let runsAfterFailure = 2

    /// Runs the attempt: once if nothing fails; several times if something does.
    func decisiveRun(of attempt: String, for exercise: Exercise, _ folder: borrowing RunFolder) throws -> DecisiveRun {
        let first = try run(attempt, folder)
        guard let end = prematureEnd(first, folder) else { return try bestRun(first, attempt, exercise, folder) }
        let trouble = trouble(end, first, of: exercise)
        guard end.status == .crashed else { return DecisiveRun(run: first, trouble: trouble) }
        if let rerun = try runAgain(attempt, folder) {
            var result = try bestRun(rerun, attempt, exercise, folder)
            result.crash = trouble.trouble
            return result
        }
        if let rerun = try runWithoutCrashes(end, first, exercise, attempt, folder) { return DecisiveRun(run: rerun) }
        return DecisiveRun(run: first, trouble: trouble)
    }

    /// The run with the most points among several, if a check of the behaviour fails in the first one.
    private func bestRun(_ first: Run, _ attempt: String, _ exercise: Exercise, _ folder: borrowing RunFolder) throws -> DecisiveRun {
        var best = DecisiveRun(run: first), failed = try failures(exercise, first.evidence)
        // (A thread that does not return does so in each run, and costs seconds.)
        guard !failed.isEmpty, first.evidence.stuck.isEmpty else { return best }
        let atFirst = failed
        for _ in 0..<Self.runsAfterFailure where !failed.isEmpty {
            rename(folder.trace, folder.bestTrace)
            let next = try run(attempt, folder)
            let now = prematureEnd(next, folder) == nil ? try failures(exercise, next.evidence) : nil
            if let now, points(now) < points(failed) {
                (best.run, failed) = (next, now)
            } else {
                rename(folder.bestTrace, folder.trace)
            }
        }
        let names = atFirst.map(\.name).filter { name in !failed.contains { $0.name == name } }
        if !names.isEmpty {
            let list = Wording.list(names.map { "“\($0)”" })
            best.remarks = ["\(list) failed in one run, and passed in another one. Chance decides that, so it costs no points."]
        }
        return best
    }

    /// The checks of the behaviour and of the means that fail.
    private func failures(_ exercise: Exercise, _ evidence: Evidence) throws -> [Check] {
        try exercise.checks.filter { check in
            guard check.basis != .interleavings, let finding = try check.judge(evidence) else { return false }
            return finding.verdict != .notJudged
        }
    }

    private func points(_ checks: [Check]) -> Double { checks.reduce(0) { $0 + $1.points } }

    /// Runs the compiled attempt, and reads its recording.
    private func run(_ attempt: String, _ folder: borrowing RunFolder, without parts: [String] = []) throws -> Run {
        let outcome = try AttemptProcess.run(in: folder, recorder: workshop.recorder, limits: limits, without: parts) {
            progress("running your code")
        }
        guard FileManager.default.fileExists(atPath: folder.trace) else {
            throw ExplainedError(
                .notRecorded, "The attempt ran, but nothing of it was recorded.",
                cure:
                    "Perhaps the disk of \(workshop.folder) has no space, or the program was not allowed to preload \(workshop.recorder)."
            )
        }
        try? Symbolicator.annotate(path: folder.trace)
        var evidence = Evidence(
            report: outcome.observations ?? [], trace: try TraceReader.read(path: folder.trace), file: Evidence.name(of: attempt),
            source: try Self.source(attempt))
        evidence.stuck = outcome.stuck.compactMap { stuck in
            let lines = evidence.lines(at: stuck.addresses, inProgram: folder.program)
            return lines.isEmpty ? nil : (stuck.thread, lines)
        }
        return (outcome, evidence)
    }

    /// Why the run ended before its checks; nil if the checks finished.
    private func prematureEnd(_ run: Run, _ folder: borrowing RunFolder) -> PrematureEnd? {
        let outcome = run.outcome
        if outcome.observations != nil, outcome.excess == nil, outcome.ending == .exited(code: 0) { return nil }
        return PrematureEnd(outcome: outcome, evidence: run.evidence, program: folder.program, limits: limits)
    }

    private func trouble(_ end: PrematureEnd, _ run: Run, of exercise: Exercise) -> Grade {
        var trouble = end.trouble
        if let situation = exercise.situation(run.evidence) { trouble.message = "\(situation) \(trouble.message)" }
        return Grade(exercise, end.status, trouble, seconds: run.outcome.seconds)
    }

    /// Runs an attempt that crashed again: whether a data race ends in a crash is a matter of chance, and the checks find the race each
    /// time.
    /// - Returns: nil if it crashes each time; the first run's trace is then restored.
    private func runAgain(_ attempt: String, _ folder: borrowing RunFolder) throws -> Run? {
        guard rename(folder.trace, folder.firstTrace) == 0 else { return nil }
        for _ in 1...Self.runsAfterCrash {
            let next = try run(attempt, folder)
            if prematureEnd(next, folder) == nil { return next }
        }
        rename(folder.firstTrace, folder.trace)
        return nil
    }

    /// Runs an attempt that crashed in one part of the checks again, without that part: one crash
    /// does not prevent the other checks.
    /// - Returns: nil if there is nothing left to run, or if another run ends early for another
    ///   reason; the first run's trace is then restored.
    private func runWithoutCrashes(
        _ first: PrematureEnd, _ run: Run, _ exercise: Exercise, _ attempt: String, _ folder: borrowing RunFolder
    ) throws -> Run? {
        guard exercise.crashedPart(run.evidence) != nil, rename(folder.trace, folder.firstTrace) == 0 else { return nil }
        var (end, run) = (first, run)
        var crashes: [(part: String, finding: GradeFinding)] = []
        while end.status == .crashed, let part = exercise.crashedPart(run.evidence), !crashes.contains(where: { $0.part == part }) {
            var finding = end.finding
            if let situation = exercise.situation(run.evidence) { finding.what = "\(situation) \(finding.what)" }
            crashes.append((part, finding))
            run = try self.run(attempt, folder, without: crashes.map(\.part))
            guard let next = prematureEnd(run, folder) else {
                run.evidence.crashes = crashes
                return run
            }
            end = next
        }
        rename(folder.firstTrace, folder.trace)
        return nil
    }
}
