import Words
import Dispatch
import ExplorationRunner
import FoundationEssentials
import Glibc
import Grading
import Synchronization
import System

/// Grades the attempts of a class: each in a process of its own, several at the same time, and each
/// result is written as soon as it is known. So one bad attempt never stops the others, and a run
/// that was killed can go on.
struct BatchGrading {
    /// The folder with the attempts.
    var folder: String
    /// The folder for the results.
    var results: String
    var pattern: SubmissionPattern
    var catalogue: ExerciseCatalogue
    /// The folder with the exercises; nil: the package.
    var home: String?
    /// The exercise of all attempts, if the pattern has no place for it.
    var exercise: String?
    var jobs: Int
    /// Keeps the results of attempts that have not changed.
    var resumes: Bool
    /// The part of the attempts to grade: number `shard.number` of `shard.count`.
    var shard: Shard?

    struct Shard {
        var number: Int, count: Int

        init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1, 1...count ~= number else { return nil }
            (self.number, self.count) = (number, count)
        }
    }

    /// An attempt that is to be graded.
    private struct Attempt: Sendable {
        var student: String, exercise: String, path: String, fingerprint: String
    }

    /// The longest time for one attempt. A grade takes seconds, and its own limits end it before.
    private static let patience = Duration.seconds(900)

    /// Grades all attempts, prints a table, and writes `grades.csv`.
    /// - Returns: whether each attempt has a grade.
    func run() throws -> Bool {
        let (attempts, unusable) = try submissions()
        guard !attempts.isEmpty || !unusable.isEmpty else { throw nothingFound() }
        try makeFolder(results)
        for grade in unusable { try keep(grade) }
        let known = resumes ? attempts.filter { kept($0) != nil } : []
        let left = attempts.filter { attempt in !known.contains { $0.path == attempt.path } }
        if !known.isEmpty { printError("interleave: \(known.count) of \(attempts.count) attempts are graded already.") }
        // Built once, before several processes need them.
        if !left.isEmpty { try catalogue.withGrader { try $0.prepare() } }

        let interruption = InterruptCounter()
        defer { interruption.end() }
        let progress = BatchProgress(all: attempts.count, done: known.count)
        let next = Mutex(0), failure = Mutex<(any Error)?>(nil)
        let hurry = Interrupted(interruption)
        DispatchQueue.concurrentPerform(iterations: min(jobs, max(left.count, 1))) { _ in
            while !hurry.isAsked, failure.withLock({ $0 == nil }) {
                let index = next.withLock { next in
                    next += 1
                    return next - 1
                }
                guard index < left.count else { return }
                do {
                    if let grade = try grade(left[index], hurry) { progress.add(grade) }
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            }
        }
        progress.end()
        if let error = failure.withLock({ $0 }) { throw error }
        let grades = ClassGrades(attempts.compactMap(kept) + unusable)
        let table = shard.map { "grades-\($0.number)-of-\($0.count).csv" } ?? "grades.csv"
        try write(grades.csv, "\(results)/\(table)")
        if hurry.isAsked {
            printError(
                "interleave: interrupted after \(grades.grades.count) of \(attempts.count + unusable.count) attempts. To go on, give the same command with --resume."
            )
            throw ExplainedError(.interrupted, "The class is not graded completely.")
        }
        try StandardOutput.write(grades.table(width: StandardOutput.terminalWidth ?? 100))
        try StandardOutput.write(summary(grades, table))
        return grades.grades.allSatisfy(\.isGraded)
    }

    /// The attempts of the shard, and those that cannot be graded, with the reason.
    private func submissions() throws -> ([Attempt], [ClassGrade]) {
        let (matches, others) = pattern.matches(in: folder)
        if !others.isEmpty {
            let names = others.prefix(3).joined(separator: ", ") + (others.count > 3 ? ", …" : "")
            printError(
                "interleave: \(others.count) Swift file\(others.count == 1 ? " does" : "s do") not fit the pattern, and will not be graded: \(names)"
            )
        }
        var attempts: [Attempt] = [], unusable: [ClassGrade] = [], seen: [String: String] = [:]
        for (index, match) in matches.enumerated() {
            if let shard, index % shard.count != shard.number - 1 { continue }
            let wanted = match.exercise ?? exercise ?? ""
            guard let found = try? catalogue.exercise(named: wanted) else {
                unusable.append(
                    ClassGrade(
                        student: match.student, exercise: wanted, attempt: "", status: "unknownExercise",
                        message: "There is no exercise “\(wanted)”: the file is \(match.file)."))
                continue
            }
            let path = "\(folder)/\(match.file)"
            if let other = seen["\(match.student)/\(found.name)"] {
                throw ExplainedError(
                    .usage, "\(other) and \(match.file) are attempts of \(match.student) at the same exercise, \(found.name).",
                    cure: "Keep one of them, or give a pattern with --names that fits only one.")
            }
            seen["\(match.student)/\(found.name)"] = match.file
            var facts = stat()
            // A link could lead to another student's attempt.
            guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= 1 << 20,
                let bytes = FileManager.default.contents(atPath: path)
            else {
                unusable.append(
                    ClassGrade(
                        student: match.student, exercise: found.name, attempt: "", status: "unreadable",
                        message: "\(match.file) is not a file of at most 1 MB that can be read."))
                continue
            }
            attempts.append(Attempt(student: match.student, exercise: found.name, path: path, fingerprint: ClassGrade.fingerprint(bytes)))
        }
        return (attempts, unusable)
    }

    /// Grades an attempt in a process of its own, and keeps the result.
    /// - Returns: nil if it was interrupted.
    private func grade(_ attempt: Attempt, _ hurry: Interrupted) throws -> ClassGrade? {
        let path = ClassGrades.path(attempt.student, attempt.exercise, in: results)
        try makeFolder("\(results)/\(attempt.student)")
        let words = "\(path).errors"
        defer { unlink(words) }
        var options = ChildProcess.Options()
        options.ownGroup = true
        options.standardInput = .nothing
        options.standardOutput = .nothing
        options.standardError = .file(words)
        var child = try ChildProcess.spawn(
            "/proc/self/exe",
            arguments: [
                "grade", attempt.exercise, "--attempt", attempt.path, "--student", attempt.student, "--fingerprint", attempt.fingerprint,
                "--keep", path,
            ] + (home.map { ["--exercises", $0] } ?? []), options: options)
        let (_, timedOut) = child.wait(endingFamilyAfter: Self.patience) { hurry.isAsked }
        if hurry.isAsked { return nil }
        if let grade = kept(attempt) { return grade }
        let said = FileManager.default.contents(atPath: words).map { String(decoding: $0.suffix(2000), as: UTF8.self) } ?? ""
        let grade = ClassGrade(
            student: attempt.student, exercise: attempt.exercise, attempt: attempt.fingerprint, status: "notGraded",
            message: timedOut ? "The grader had not finished after 15 minutes." : said)
        try keep(grade)
        return grade
    }

    /// The result of this very attempt, if there is one.
    private func kept(_ attempt: Attempt) -> ClassGrade? {
        let path = ClassGrades.path(attempt.student, attempt.exercise, in: results) + ".json"
        guard let bytes = FileManager.default.contents(atPath: path), let grade = ClassGrade(json: bytes) else { return nil }
        return grade.attempt == attempt.fingerprint && grade.status != "notGraded" ? grade : nil
    }

    private func keep(_ grade: ClassGrade) throws {
        try makeFolder("\(results)/\(grade.student)")
        let name = grade.exercise.isEmpty ? "unknown" : grade.exercise
        try write(grade.json, ClassGrades.path(grade.student, name, in: results) + ".json")
    }

    private func makeFolder(_ path: String) throws {
        do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
            throw ExplainedError(
                .usage, "The folder \(path) cannot be created.", cure: "Give a folder that you can write to, with --results FOLDER.")
        }
    }

    /// Writes a file whole or not at all.
    private func write(_ text: String, _ path: String) throws {
        do { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) } catch {
            throw ExplainedError(
                .usage, "\(path) cannot be written.", cure: "Free some space there. Then give the same command with --resume.")
        }
    }

    private func nothingFound() -> ExplainedError {
        guard FileManager.default.fileExists(atPath: folder) else {
            return ExplainedError(.usage, "There is no folder \(folder).", cure: "Give the folder with the attempts: --batch FOLDER.")
        }
        return ExplainedError(
            .usage, "No file in \(folder) fits the pattern.",
            cure:
                "Name the places with --names, for example --names '\(SubmissionPattern.standard)' or --names '{exercise}/{student}.swift'."
        )
    }

    private func summary(_ grades: ClassGrades, _ table: String) -> String {
        let passed = grades.grades.count(where: \.passed), ungraded = grades.grades.filter { !$0.isGraded }
        var text = "\n\(grades.grades.count) attempts: \(passed) passed, \(grades.grades.count - passed - ungraded.count) not yet"
        text += ungraded.isEmpty ? ".\n" : ", \(ungraded.count) without a grade:\n"
        for grade in ungraded {
            let reason = grade.message.split(separator: "\n").first.map(String.init) ?? ""
            text += "  \(grade.student), \(grade.exercise): \(grade.status). \(reason)\n"
        }
        return text + "The grades are in \(results)/\(table), and a report for each attempt in \(results)/STUDENT/EXERCISE.txt.\n"
    }
}

/// Whether the user has pressed Ctrl-C; asked by several threads.
private final class Interrupted: @unchecked Sendable {
    private let counter: InterruptCounter

    init(_ counter: InterruptCounter) { self.counter = counter }

    var isAsked: Bool { counter.count > 0 }
}

/// The progress of a class on standard error: a bar in a terminal, now and then a line elsewhere.
private final class BatchProgress: Sendable {
    private struct State {
        var done: Int, passed = 0
        var nextLine = ContinuousClock.now + .seconds(10)
    }

    private let all: Int
    private let state: Mutex<State>
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(all: Int, done: Int) {
        self.all = all
        state = Mutex(State(done: done))
        state.withLock { show($0) }
    }

    func add(_ grade: ClassGrade) {
        state.withLock { state in
            state.done += 1
            if grade.passed { state.passed += 1 }
            if isTerminal { return show(state) }
            guard ContinuousClock.now >= state.nextLine else { return }
            state.nextLine = .now + .seconds(10)
            printError("interleave: \(state.done) of \(all) attempts graded")
        }
    }

    func end() { if isTerminal { printError("\r\u{1B}[K", terminator: "") } }

    private func show(_ state: State) {
        guard isTerminal, all > 0 else { return }
        let width = min(40, max(5, (StandardOutput.columns(of: STDERR_FILENO) ?? 80) - 40))
        let full = width * state.done / all
        let bar = String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
        printError("\r\u{1B}[K[\(bar)] \(state.done) of \(all) graded", terminator: "")
    }
}
