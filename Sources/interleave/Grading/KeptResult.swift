import Words
import FoundationEssentials
import Grading
import System

/// The files with the result of one attempt of a class, written by the process that grades it.
struct KeptResult {
    private let submission: Submission
    /// The path of the files, without their extensions.
    private let path: String

    init(_ submission: Submission, at path: String) {
        self.submission = submission
        self.path = path
    }

    /// Writes reports for people and for other programs, and then, whole or not at all, the result.
    /// - Throws: `ExplainedError` if something that the grade depends on has changed meanwhile, or if there is no room.
    func write(_ grade: Grade, _ exercise: Exercise, package: String) throws {
        let scheme = GradeSchemes(package: package, build: .current).scheme(of: exercise)
        let changes = scheme.changes(since: submission.scheme)
        guard changes.isEmpty else {
            throw ExplainedError(
                .usage, "While this attempt was graded, something changed: \(Wording.list(changes)).",
                cure: "Give the same command with --resume.")
        }
        let result = ClassGrade(of: submission, grade)
        do {
            for (end, text) in [
                (ResultFile.text, grade.text(width: 100)), (ResultFile.junit, grade.junit), (ResultFile.gradescope, grade.gradescope),
                (ResultFile.json, result.json),
            ] {
                try Data(text.utf8).write(to: URL(filePath: path + end), options: .atomic)
            }
        } catch {
            throw ExplainedError(.usage, "\(path)\(ResultFile.json) cannot be written.", cure: "Free some space there.")
        }
    }
}
