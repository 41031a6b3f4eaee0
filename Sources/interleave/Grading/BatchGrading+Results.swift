import Words
import FoundationEssentials
import Glibc
import Grading
import System

/// The attempts of a class, and the results that are kept of them.
extension BatchGrading {
    /// All that is in the folder of the class.
    /// - Throws: `ExplainedError` if there is no such folder, or if nothing in it fits the pattern.
    func roll() throws -> ClassRoll {
        var facts = stat()
        guard stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, access(folder, R_OK | X_OK) == 0 else {
            throw ExplainedError(
                .usage, "There is no folder \(folder) that can be read.", cure: "Give the folder with the attempts: --batch FOLDER.")
        }
        let roll = ClassRoll(
            HandedIn.all(in: folder, for: pattern), pattern: pattern, students: students?.names, exercise: exercise,
            export: GradescopeExport(in: folder), folder: identity
        ) { (try? catalogue.exercise(named: $0))?.name }
        guard roll.isEmpty || roll.isMissed else { return roll }
        throw ExplainedError(
            .usage, "No file in \(folder) fits the pattern.",
            cure:
                "Name the places with --names, for example --names '\(SubmissionPattern.standard)' or --names '{exercise}/{student}.swift'."
        )
    }

    /// Results of another class, or of other files of this one, can be in the same folder.
    private var identity: String {
        let path = realpath(folder, nil)
        defer { free(path) }
        return "\(path.map { String(cString: $0) } ?? folder) \(names) \(exercise ?? "")"
    }

    /// The attempts with their texts' hashes and with what their grades depend on; and rows for those that cannot be
    /// read.
    func read(_ submissions: [Submission]) -> ([Submission], unreadable: [ClassGrade]) {
        let schemes = GradeSchemes(package: catalogue.package, build: .current)
        var byExercise: [String: GradeScheme] = [:]
        var read: [Submission] = [], unreadable: [ClassGrade] = []
        for var submission in submissions {
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(submission.file)") else {
                unreadable.append(submission.without(.unreadable, "\(submission.file) cannot be read."))
                continue
            }
            if let flaw = Submission.flaw(of: bytes) {
                unreadable.append(submission.without(.unreadable, "\(submission.file) \(flaw)."))
                continue
            }
            let exercise = submission.exercise
            if byExercise[exercise] == nil {
                byExercise[exercise] = (try? catalogue.exercise(named: exercise)).map { schemes.scheme(of: $0) }
            }
            submission.attempt = ClassGrade.fingerprint(bytes)
            submission.scheme = byExercise[exercise] ?? GradeScheme()
            read.append(submission)
        }
        return (read, unreadable)
    }

    /// The result of this very attempt, graded as it is graded today; nil if there is none.
    func kept(_ submission: Submission) -> ClassGrade? {
        earlier(submission).flatMap { submission.isGraded(by: $0) ? $0 : nil }
    }

    private func earlier(_ submission: Submission) -> ClassGrade? {
        let path = submission.without(.notGraded, "").path(in: results) + ResultFile.json
        return FileManager.default.contents(atPath: path).flatMap { ClassGrade(json: $0) }
    }

    /// Says how many attempts keep their grades, and why the others with results are graded again.
    func tellWhatIsKept(_ submissions: [Submission], _ known: [ClassGrade?]) {
        let kept = known.count { $0 != nil }
        if kept > 0 { printError("interleave: \(kept) of \(submissions.count) attempts are graded already.") }
        var reasons: [(words: String, count: Int)] = [], count = 0
        for (submission, grade) in zip(submissions, known) where grade == nil {
            guard let earlier = earlier(submission), let words = submission.reason(toReplace: earlier) else { continue }
            count += 1
            if let index = reasons.firstIndex(where: { $0.words == words }) {
                reasons[index].count += 1
            } else {
                reasons.append((words, 1))
            }
        }
        guard count > 0 else { return }
        let words = reasons.map { "\($0.words) (\($0.count))" }.joined(separator: "; ")
        printError("interleave: \(Wording.count(count, "attempt")) \(count == 1 ? "is" : "are") graded again: \(words).")
    }

    /// Removes the results of what is no longer in the class, so that they do not come back when results are
    /// merged. Results of other classes stay.
    func forget(allBut roll: ClassRoll) {
        let paths = roll.paths(in: results), identity = identity
        var gone: [String] = []
        for (path, grade) in (try? ClassGrades.results(in: results)) ?? [] {
            let stem = String(path.dropLast(ResultFile.json.count))
            guard let grade, grade.folder == identity, !paths.contains(stem) else { continue }
            remove(stem)
            gone.append(SafeText.escaped(grade.exercise.isEmpty ? grade.student : "\(grade.student) (\(grade.exercise))"))
            // (Only if nothing else is in it.)
            rmdir("\(results)/\(ClassGrade.folderName(grade.student))")
        }
        guard !gone.isEmpty else { return }
        printError(
            "interleave: removed \(Wording.count(gone.count, "result")) of what is no longer in \(folder): \(Wording.shortList(gone, limit: 5))"
        )
    }

    /// Removes the files of a result.
    func remove(_ stem: String) { for end in ResultFile.all { unlink(stem + end) } }

    func keep(_ grade: ClassGrade) throws {
        try makeFolder("\(results)/\(ClassGrade.folderName(grade.student))")
        let path = grade.path(in: results)
        remove(path)
        // (Programs that read results find each row, also one without a grade. The table has it in any case.)
        let empty = Grade(without: grade, (try? catalogue.exercise(named: grade.exercise)))
        try? write(empty.text(width: 100), path + ResultFile.text)
        try? write(empty.junit, path + ResultFile.junit)
        try? write(empty.gradescope, path + ResultFile.gradescope)
        try write(grade.json, path + ResultFile.json)
    }

    func makeFolder(_ path: String) throws {
        do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
            throw ExplainedError(
                .usage, "The folder \(path) cannot be created.", cure: "Give a folder that you can write to, with --results FOLDER.")
        }
    }

    /// Writes a file whole or not at all.
    func write(_ text: String, _ path: String) throws {
        do { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) } catch {
            throw ExplainedError(
                .usage, "\(path) cannot be written.", cure: "Free some space there. Then give the same command with --resume.")
        }
    }
}
