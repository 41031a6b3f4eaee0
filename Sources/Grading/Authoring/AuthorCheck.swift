import FoundationEssentials

/// An author's check before learners get an exercise: its starter fails, its solutions pass, its
/// wrong attempts are refused for their reason, and its texts are there.
public struct AuthorCheck: Sendable {
    /// One checked item.
    public struct Result: Sendable {
        public var exercise: String
        /// The item: "solution", "Wrong/Serial.swift".
        public var subject: String
        /// The trouble with it; nil if there is none.
        public var trouble: String?
        /// The result, in a few words.
        public var remark: String
    }

    private let grader: Grader

    public init(_ grader: Grader) { self.grader = grader.forAuthor() }

    /// Checks every item of an exercise, and reports each result as soon as it is known. Takes
    /// about a second for each attempt.
    /// - Throws: if an item cannot be graded at all.
    public func check(_ exercise: Exercise, _ tell: (Result) throws -> Void) throws {
        let folder = ExerciseFolder(exercise, in: grader.workshop.package)
        try tell(texts(folder))
        try tell(starter(folder))
        try tell(solution(folder.solutionPath, "solution", exercise))
        for path in folder.otherSolutions() { try tell(solution(path, "Right/\(Evidence.name(of: path))", exercise)) }
        let attempts = try folder.wrongAttempts()
        if attempts.count < 3 {
            try tell(
                Result(
                    exercise: exercise.name, subject: "Wrong",
                    trouble: "There are \(attempts.count) wrong attempts, but at least three are required.",
                    remark: ""))
        }
        for attempt in attempts { try tell(wrong(attempt, exercise)) }
    }

    private func texts(_ folder: ExerciseFolder) -> Result {
        var troubles: [String] = []
        for path in [folder.readmePath, folder.explanationPath] {
            let text = (try? ExerciseFolder.text(of: path)) ?? ""
            if text.count < 200 { troubles.append("\(path) is missing or too short.") }
            if path == folder.readmePath {
                for signature in folder.exercise.signatures {
                    let start = signature.split(separator: "(").first.map(String.init) ?? signature
                    if !text.contains(start) { troubles.append("\(path) does not mention `\(start)`, which the checks need.") }
                }
            }
        }
        let hints = (try? folder.hints()) ?? []
        if hints.count < 3 { troubles.append("\(folder.hintsPath) holds \(hints.count) hints, but three are required.") }
        return Result(
            exercise: folder.exercise.name, subject: "texts", trouble: troubles.isEmpty ? nil : troubles.joined(separator: "\n"),
            remark: "README, explanation, \(hints.count) hints")
    }

    private func starter(_ folder: ExerciseFolder) throws -> Result {
        let grade = try grader.grade(folder.starterPath, for: folder.exercise)
        var result = Result(exercise: folder.exercise.name, subject: "starter", remark: Self.words(grade))
        if grade.status == .notCompiled { result.trouble = "The starter does not compile:\n\(grade.trouble?.message ?? "")" }
        if grade.passed { result.trouble = "The starter passes, so there is nothing to learn." }
        let given = try Self.solutionWords(in: LearnerVerdict(grade), folder)
        if !given.isEmpty {
            result.trouble =
                "Before the first hint, the verdict on the starter has words of the solution: \(given.joined(separator: ", ")). Put them into the advice."
        }
        if try folder.isStarted() {
            result.remark += " (Exercises/\(folder.exercise.name)/Exercise.swift has been edited and differs from it)"
        }
        return result
    }

    /// Code in the verdict on a starter, as learners see it before the first hint, that only the solution has: it would give it away.
    static func solutionWords(in verdict: LearnerVerdict, _ folder: ExerciseFolder) throws(GradingError) -> [String] {
        let shown = ([verdict.mistake].compactMap { $0 } + verdict.failed.map(\.mistake)).joined(separator: " ")
        let known = try ExerciseFolder.text(of: folder.starterPath) + folder.task(),
            solution = try ExerciseFolder.text(of: folder.solutionPath)
        let code = shown.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
        return code.map { String($0.element) }.filter { solution.contains($0) && !known.contains($0) }
    }

    private func solution(_ path: String, _ subject: String, _ exercise: Exercise) throws -> Result {
        let grade = try grader.grade(path, for: exercise)
        var result = Result(exercise: exercise.name, subject: subject, remark: Self.words(grade))
        if !grade.passed { result.trouble = "The solution is refused:\n\(grade.text())" }
        // Every check must be possible for learners, and its interleavings too.
        if grade.passed, grade.points < grade.maxPoints || grade.unjudgedPoints > 0 {
            result.trouble = "Some checks of the solution are not judged:\n\(grade.text())"
        }
        return result
    }

    private func wrong(_ attempt: WrongAttempt, _ exercise: Exercise) throws -> Result {
        let grade = try grader.grade(attempt.path, for: exercise)
        var points = attempt.mostPoints.map { ", at most \(Int($0)) points" } ?? ""
        points += attempt.fewestPoints.map { ", at least \(Int($0)) points" } ?? ""
        let words = attempt.says.isEmpty && attempt.saysNot.isEmpty ? "" : ", in its words"
        let wanted = "\(attempt.refusedBy) (\(attempt.verdicts.joined(separator: " or "))\(points)\(words))"
        return Result(
            exercise: exercise.name, subject: "Wrong/\(attempt.name)",
            trouble: attempt.isRefused(asIn: grade) ? nil : "It must be refused by: \(wanted). It got:\n\(grade.text())",
            remark: "refused by: \(wanted)")
    }

    private static func words(_ grade: Grade) -> String {
        grade.status == .graded ? "\(Int(grade.points)) of \(Int(grade.maxPoints)) points" : grade.status.rawValue
    }
}
