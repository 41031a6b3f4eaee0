import Words
import Dispatch
import FoundationEssentials
import Synchronization

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

    /// What is checked of an exercise: calls that take about a second each, for `check(_:jobs:_:)`.
    private func items(of exercise: Exercise, _ part: (number: Int, count: Int)) throws -> [@Sendable () throws -> Result] {
        let folder = ExerciseFolder(exercise, in: grader.workshop.package)
        var items: [@Sendable () throws -> Result] = [
            { texts(folder) }, { try starter(folder) },
            { solution(try grader.grade(folder.solutionPath, for: exercise), "solution", exercise) },
        ]
        for (index, other) in try folder.otherSolutions().enumerated() where index % part.count == part.number - 1 {
            items.append { solution(try grader.grade(other, for: exercise), "Right/\(other.name)", exercise) }
        }
        let attempts = try folder.wrongAttempts()
        if attempts.count < 3 {
            items.append {
                Result(
                    exercise: exercise.name, subject: "Wrong",
                    trouble: "There are \(attempts.count) wrong attempts, but at least three are required.",
                    remark: "")
            }
        }
        for (index, attempt) in attempts.enumerated() where index % part.count == part.number - 1 {
            items.append { try wrong(attempt, exercise) }
        }
        return items
    }

    /// Checks every item of the exercises, and reports each result as soon as it and all results before it are known.
    ///
    /// - Parameters:
    ///   - jobs: the number of items that are graded at the same time.
    ///   - part: the part of the attempts, right and wrong, that is checked: number 1 to `count` of `count` parts.
    /// - Throws: if an item cannot be graded at all.
    public func check(
        _ exercises: [Exercise], jobs: Int = 1, part: (number: Int, count: Int) = (1, 1), _ tell: @escaping (Result) throws -> Void
    ) throws {
        let items = try exercises.flatMap { try self.items(of: $0, part) }
        if jobs > 1 { try grader.prepare() }
        let results = InOrder(items.count, tell)
        // A thread for each job, even if there are fewer processors: a grading waits most of the time.
        let group = DispatchGroup()
        for job in 1...max(1, min(jobs, items.count)) {
            DispatchQueue(label: "job \(job)").async(group: group) {
                while let index = results.next() { results.put(Swift.Result { try items[index]() }, at: index) }
            }
        }
        group.wait()
        try results.conclude()
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
        let grade = try grader.gradeChanged(folder.starterPath, for: folder.exercise)
        var result = Result(exercise: folder.exercise.name, subject: "starter", remark: Self.words(grade))
        if grade.status == .notCompiled { result.trouble = "The starter does not compile:\n\(grade.trouble?.message ?? "")" }
        if grade.passed { result.trouble = "The starter passes, so there is nothing to learn." }
        let free = Set(folder.exercise.checks.filter(\.isPassedByStarter).map(\.name))
        if let check = grade.checks.first(where: { $0.passed && !free.contains($0.name) }), !grade.passed {
            result.trouble =
                "The unchanged starter passes the check “\(check.name)”, and would get its points. Add \"starterPasses\": true to it in \(folder.declarationPath)."
        }
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
    static func solutionWords(in verdict: LearnerVerdict, _ folder: ExerciseFolder) throws(ExplainedError) -> [String] {
        let shown = ([verdict.mistake].compactMap { $0 } + verdict.failed.map(\.mistake)).joined(separator: " ")
        let known = try ExerciseFolder.text(of: folder.starterPath) + folder.task(),
            solution = try ExerciseFolder.text(of: folder.solutionPath)
        let code = shown.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
        return code.map { String($0.element) }.filter { solution.contains($0) && !known.contains($0) }
    }

    private func solution(_ grade: Grade, _ subject: String, _ exercise: Exercise) -> Result {
        var result = Result(exercise: exercise.name, subject: subject, remark: Self.words(grade))
        if !grade.passed { result.trouble = "The solution is refused:\n\(grade.text())" }
        // Every check must be possible for learners, and its interleavings too.
        if grade.passed, grade.points < grade.maxPoints || grade.unjudgedPoints > 0 {
            result.trouble = "Some checks of the solution are not judged:\n\(grade.text())"
        }
        return result
    }

    private func wrong(_ attempt: WrongAttempt, _ exercise: Exercise) throws -> Result {
        let grade = try grader.grade(attempt.attempt, for: exercise)
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

/// Results of work on several threads, told in the order of the work. The first error ends it.
private final class InOrder: Sendable {
    private struct State {
        var taken = 0, told = 0
        var waiting: [Int: AuthorCheck.Result] = [:]
        var failure: (any Error)?
    }
    private let state = Mutex(State())
    private let count: Int
    /// Called only while `state` is locked: by one thread at a time.
    nonisolated(unsafe) private let tell: (AuthorCheck.Result) throws -> Void

    init(_ count: Int, _ tell: @escaping (AuthorCheck.Result) throws -> Void) {
        self.count = count
        self.tell = tell
    }

    /// The next work to do; nil if nothing is left, or something has failed.
    func next() -> Int? {
        state.withLock { state in
            guard state.taken < count, state.failure == nil else { return nil }
            defer { state.taken += 1 }
            return state.taken
        }
    }

    func put(_ result: Swift.Result<AuthorCheck.Result, any Error>, at index: Int) {
        state.withLock { state in
            do {
                state.waiting[index] = try result.get()
                while state.failure == nil, let next = state.waiting.removeValue(forKey: state.told) {
                    state.told += 1
                    try tell(next)
                }
            } catch {
                state.failure = state.failure ?? error
            }
        }
    }

    func conclude() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
