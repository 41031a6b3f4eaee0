import Words
import Dispatch
import ExplorationRunner
import FoundationEssentials
import Glibc
import Grading
import Synchronization
import System
import Trace

/// Grades the attempts of a class: each in a process of its own, several at the same time, and each
/// result is written as soon as it is known. So one bad attempt never stops the others, and a run
/// that was killed can go on.
struct BatchGrading {
    /// The folder with the attempts.
    var folder: String
    /// The folder for the results.
    var results: String
    /// Where the attempts are, and the same as it was given.
    var pattern: SubmissionPattern
    var names: String
    var catalogue: ExerciseCatalogue
    /// The folder with the exercises; nil: the package.
    var home: String?
    /// The exercise of all attempts, if the pattern has no place for it.
    var exercise: String?
    /// The students of the class; nil if there is no list.
    var students: StudentList?
    var jobs: Int
    /// Keeps the results of attempts that have not changed.
    var resumes: Bool
    /// The part of the students to grade: number `shard.number` of `shard.count`.
    var shard: Shard?

    struct Shard {
        var number: Int, count: Int

        init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1, 1...count ~= number else { return nil }
            (self.number, self.count) = (number, count)
        }
    }

    /// The longest time for one attempt. A grade takes seconds, and its own limits end it before.
    private static let patience = Duration.seconds(900)

    /// Grades all attempts, prints a table, and writes `grades.csv`.
    /// - Parameter countsMisconceptions: whether it prints those of the class instead of the table.
    /// - Returns: whether each attempt, and each student of the list, has a grade.
    func run(countsMisconceptions: Bool) throws -> Bool {
        let all = try roll(), part = shard.map { all.part($0.number, of: $0.count) } ?? all
        try makeFolder(results)
        forget(allBut: all)
        let (submissions, unreadable) = read(part.submissions)
        let gaps = part.gaps + unreadable
        for gap in gaps { try keep(gap) }
        var known: [ClassGrade?] = submissions.map { resumes ? kept($0) : nil }
        if resumes { tellWhatIsKept(submissions, known) }
        // Built once, before several processes need them.
        if known.contains(nil) { try catalogue.withGrader { try $0.prepare() } }

        let interruption = InterruptCounter()
        defer { interruption.end() }
        let hurry = Interrupted(interruption)
        let failure = gradeAll(submissions, &known, hurry)
        let rest = zip(submissions, known).map { submission, grade in
            grade ?? submission.without(.notGradedYet, "The run was ended before it was graded.")
        }
        let grades = ClassGrades(rest + gaps)
        let table = shard.map { "grades-\($0.number)-of-\($0.count).csv" } ?? "grades.csv"
        try write(grades.csv, "\(results)/\(table)")
        let statistics = ClassStatistics(grades)
        try write(statistics.csv, "\(results)/\(table.replacing("grades", with: "statistics"))")
        if let failure { throw failure }
        if known.contains(nil) {
            printError(
                "interleave: interrupted after \(known.count { $0 != nil }) of \(submissions.count) attempts. To go on, give the same command with --resume."
            )
            throw ExplainedError(.interrupted, "The class is not graded completely.")
        }
        if countsMisconceptions {
            try StandardOutput.write(statistics.misconceptions)
            return grades.grades.allSatisfy(\.isGraded)
        }
        try StandardOutput.write(grades.table(width: StandardOutput.terminalWidth ?? 100))
        try StandardOutput.write(grades.summary + strangers(part))
        try StandardOutput.write(
            "The grades are in \(results)/\(table), how the class did in \(results)/\(table.replacing("grades", with: "statistics")), and a report for each attempt in \(results)/STUDENT/EXERCISE\(ResultFile.text).\n"
        )
        return grades.grades.allSatisfy(\.isGraded)
    }

    /// Grades all attempts without a grade, several at the same time.
    /// - Returns: the error that ended the work early; nil if there was none.
    private func gradeAll(_ submissions: [Submission], _ known: inout [ClassGrade?], _ hurry: Interrupted) -> (any Error)? {
        let left = known.indices.filter { known[$0] == nil }
        let progress = BatchProgress(all: submissions.count, done: submissions.count - left.count)
        let next = Mutex(0), failure = Mutex<(any Error)?>(nil), graded = Mutex(known)
        DispatchQueue.concurrentPerform(iterations: min(jobs, max(left.count, 1))) { _ in
            while !hurry.isAsked, failure.withLock({ $0 == nil }) {
                let position = next.withLock { next in
                    next += 1
                    return next - 1
                }
                guard position < left.count else { return }
                do {
                    if let grade = try grade(submissions[left[position]], hurry) {
                        graded.withLock { $0[left[position]] = grade }
                        progress.add(grade)
                    }
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            }
        }
        progress.end()
        known = graded.withLock { $0 }
        return failure.withLock { $0 }
    }

    /// Grades an attempt in a process of its own, and keeps the result.
    /// - Returns: nil if it was interrupted.
    private func grade(_ submission: Submission, _ hurry: Interrupted) throws -> ClassGrade? {
        let path = submission.without(.notGraded, "").path(in: results)
        try makeFolder("\(results)/\(ClassGrade.folderName(submission.student))")
        // A result of an earlier run must not be taken for this one's.
        remove(path)
        let words = "\(path).errors"
        defer { unlink(words) }
        var options = ChildProcess.Options()
        options.ownGroup = true
        options.standardInput = .nothing
        options.standardOutput = .nothing
        options.standardError = .file(words)
        // (With "=", because a name can begin with "-".)
        var child = try ChildProcess.spawn(
            "/proc/self/exe",
            arguments: [
                "grade", submission.exercise, "--attempt=\(folder)/\(submission.file)", "--submission=\(submission.json)", "--keep=\(path)",
            ] + (home.map { ["--exercises=\($0)"] } ?? []), options: options)
        let (ending, timedOut) = child.wait(endingFamilyAfter: Self.patience) { hurry.isAsked }
        if hurry.isAsked { return nil }
        if let grade = kept(submission) { return grade }
        let said = FileManager.default.contents(atPath: words).map { String(decoding: $0.suffix(2000), as: UTF8.self) } ?? ""
        let grade = submission.without(.notGraded, Self.words(for: ending, timedOut, said))
        try keep(grade)
        return grade
    }

    /// Why a process that grades has left no result.
    private static func words(for ending: Trace.Ending, _ timedOut: Bool, _ said: String) -> String {
        if timedOut { return "The grader had not finished after 15 minutes." }
        if case .killed(let signal) = ending {
            let name = Trace.signalName(UInt64(clamping: signal)).map { " (\($0))" } ?? ""
            return "The process that graded it was ended by signal \(signal)\(name). \(said)"
        }
        return said.isEmpty ? "The process that graded it has left no result." : said
    }

    private func strangers(_ roll: ClassRoll) -> String {
        guard !roll.strangers.isEmpty else { return "" }
        return "Not in the list of students: \(roll.strangers.map { SafeText.escaped($0) }.joined(separator: ", ")).\n"
    }
}
