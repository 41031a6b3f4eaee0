import Words
import enum Trace.Verdict
import ExplorationRunner
import FoundationEssentials

/// The texts of an exercise in the package: those that the learner edits and reads, and the
/// author's for comparison.
public struct ExerciseFolder: Sendable {
    public let exercise: Exercise
    let package: String

    public init(_ exercise: Exercise, in package: String) {
        self.exercise = exercise
        self.package = exercise.home ?? package
    }

    /// The folder of the exercise: its texts, its starter and its checks.
    public var path: String { "\(package)/Exercises/\(exercise.name)" }
    /// The folder above the learner's files and progress.
    public var learnerFolder: String { exercise.learnerFolder ?? package }
    /// The file that the learner edits: their own copy of the starter, which the repository leaves out.
    public var ownPath: String { "\(ownFolder)/Exercise.swift" }
    /// The folder of that file.
    public var ownFolder: String { "\(learnerFolder)/Exercises/\(exercise.name)" }
    /// The task.
    public var readmePath: String { "\(path)/README.md" }
    public var hintsPath: String { "\(path)/hints.md" }
    /// The folder with the author's solutions and attempts.
    var solutionFolder: String { "\(package)/Solutions/\(exercise.name)" }
    public var solutionPath: String { "\(solutionFolder)/Exercise.swift" }
    /// Why the solution works.
    public var explanationPath: String { "\(solutionFolder)/README.md" }
    /// The original text of the exercise. The learner's file begins as a copy of it, is compared with it, and gets it back after a reset.
    public var starterPath: String { "\(path)/Starter.swift" }

    /// The declaration, and the functions that call an attempt, if the exercise has such.
    var declarationPath: String { "\(path)/\(Exercise.declarationName)" }
    var checksPath: String { "\(path)/Checks.swift" }

    /// The code that calls an attempt in a test so small that every interleaving of it can be run.
    public var exploredPath: String { "\(path)/Explored.swift" }

    /// The same as it is shown: in the package, relative to it.
    var shownExplored: String { exercise.home == nil ? "Exercises/\(exercise.name)/Explored.swift" : exploredPath }

    /// Whether the exercise has a small test that can be explored.
    public var hasSmallTest: Bool { exercise.checks.contains { !$0.explorations.isEmpty } }

    /// An attempt with the code that calls it in a small test, for exploring or for replaying a
    /// token.
    /// - Throws: `ExplainedError` if one of the files cannot be read.
    public func exploredSource(of attempt: String) throws(ExplainedError) -> ExploredSource {
        var source = try ExploredSource(
            exploredPath, with: [attempt], called: attempt, entries: exercise.checks.flatMap(\.explorations).map(\.entry))
        source.isConfined = true
        source.suspendsAtEveryAwait = exercise.suspendsAtEveryAwait
        return source
    }

    /// Names that an attempt must not declare, because the small tests use them; empty if all is well.
    /// The names that the exercise itself gives to learners are theirs.
    /// - Throws: `ExplainedError` if a file is missing, or is not valid Swift.
    func namesTakenOver(by attempt: String) throws -> [String] {
        try exploredSource(of: attempt).namesTakenOver(exceptThoseOf: starterPath)
    }

    /// Names that an attempt must not declare, because the exercise's own checks use them.
    /// - Throws: `ExplainedError` if a file is missing, or is not valid Swift.
    func namesTakenFromChecks(by attempt: String) throws -> [String] {
        guard case .functions = exercise.calls else { return [] }
        return try ExploredSource(checksPath, with: [attempt]).namesTakenOver(exceptThoseOf: starterPath)
    }

    /// Whether the learner has changed the text in a way that the compiler can see. Spaces at ends
    /// of lines do not count. Without a file of theirs, they have not started.
    /// - Throws: `ExplainedError` if a file cannot be read.
    public func isStarted() throws(ExplainedError) -> Bool {
        let starter = try Self.lines(of: starterPath)
        return FileManager.default.fileExists(atPath: ownPath) ? try Self.lines(of: ownPath) != starter : false
    }

    /// Whether a file has the same code as the starter: comments, blanks and line ends do not count.
    /// - Throws: `ExplainedError` if a file cannot be read.
    func hasCodeOfStarter(_ attempt: String) throws(ExplainedError) -> Bool {
        // (An author can grade an exercise that has no starter yet.)
        guard FileManager.default.fileExists(atPath: starterPath) else { return false }
        return try Self.code(of: attempt) == Self.code(of: starterPath)
    }

    private static func code(of path: String) throws(ExplainedError) -> [String] {
        let tokens = SwiftTokens(try text(of: path))
        return tokens.all.filter { ![.comment, .blank, .lineEnd].contains($0.kind) }.map(tokens.text)
    }

    /// The text of the task.
    /// - Throws: `ExplainedError` if it cannot be read.
    public func task() throws(ExplainedError) -> String { try Self.text(of: readmePath) }

    /// The hints, from a nudge to nearly the answer.
    /// - Throws: `ExplainedError` if they cannot be read.
    public func hints() throws(ExplainedError) -> [String] {
        // Each hint begins with a heading of the second level.
        var hints: [[Substring]] = []
        for line in try Self.text(of: hintsPath).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.hasPrefix("## ") { hints.append([line.dropFirst(3)]) } else if !hints.isEmpty { hints[hints.count - 1].append(line) }
        }
        return hints.map { $0.joined(separator: "\n").trimmedAtEnd }
    }

    static func text(of path: String) throws(ExplainedError) -> String {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ExplainedError(.missing, "\(path) is missing.", cure: "Get it again: git checkout -- \(path)")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func lines(of path: String) throws(ExplainedError) -> [String] {
        var lines = try text(of: path).split(omittingEmptySubsequences: false) { $0.isNewline }.map { String($0).trimmedAtEnd }
        while lines.last == "" { lines.removeLast() }
        return lines
    }
}

extension String {
    /// Without the spaces and empty lines at its end.
    fileprivate var trimmedAtEnd: String {
        var text = self[...]
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
