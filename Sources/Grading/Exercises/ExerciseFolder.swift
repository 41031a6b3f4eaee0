import Exploring
import FoundationEssentials

/// The texts of an exercise in the package: what the learner edits and reads, and what its author wrote for comparison.
public struct ExerciseFolder: Sendable {
    public let exercise: Exercise
    private let package: String

    public init(_ exercise: Exercise, in package: String) {
        self.exercise = exercise
        self.package = package
    }

    /// The file that the learner edits.
    public var ownPath: String { "\(package)/Exercises/\(exercise.name)/Exercise.swift" }
    /// The task.
    public var readmePath: String { "\(package)/Exercises/\(exercise.name)/README.md" }
    public var hintsPath: String { "\(package)/Exercises/\(exercise.name)/hints.md" }
    public var solutionPath: String { "\(package)/Solutions/\(exercise.name)/Exercise.swift" }
    /// Why the solution works.
    public var explanationPath: String { "\(package)/Solutions/\(exercise.name)/README.md" }
    /// The text that the exercise came with: the learner's file is compared with it.
    public var starterPath: String { "\(package)/Solutions/\(exercise.name)/Starter.swift" }

    /// What calls an attempt in a form so small that every interleaving of it can be run.
    public var exploredPath: String { "\(package)/Exercises/\(exercise.name)/Explored.swift" }

    /// An attempt with what calls it in a small form, to be explored, or to have a token replayed.
    /// - Throws: `ExplorationError` when one of the files cannot be read.
    public func exploredSource(of attempt: String) throws(ExplorationError) -> ExploredSource {
        var source = try ExploredSource(
            exploredPath, with: [attempt], called: attempt, entries: exercise.checks.flatMap(\.explorations).map(\.entry))
        source.isConfined = true
        return source
    }

    /// Whether the learner has changed anything that the compiler would see as another text. Blanks at ends of lines do not count.
    /// - Throws: `GradingError` when a file cannot be read.
    public func isStarted() throws(GradingError) -> Bool { try Self.lines(of: ownPath) != Self.lines(of: starterPath) }

    /// The text of the task.
    /// - Throws: `GradingError` when it cannot be read.
    public func task() throws(GradingError) -> String { try Self.text(of: readmePath) }

    /// The hints, from a nudge to nearly the answer.
    /// - Throws: `GradingError` when they cannot be read.
    public func hints() throws(GradingError) -> [String] {
        // Each begins with a heading of the second rank.
        var hints: [[Substring]] = []
        for line in try Self.text(of: hintsPath).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") { hints.append([line.dropFirst(3)]) } else if !hints.isEmpty { hints[hints.count - 1].append(line) }
        }
        return hints.map { $0.joined(separator: "\n").trimmedAtEnd }
    }

    /// The wrong attempts that must be refused, by name.
    /// - Throws: `GradingError` when one cannot be read or does not declare what must refuse it.
    public func wrongAttempts() throws(GradingError) -> [WrongAttempt] {
        let folder = "\(package)/Solutions/\(exercise.name)/Wrong"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".swift") }.sorted()
        var attempts: [WrongAttempt] = []
        for name in names { attempts.append(try WrongAttempt(path: "\(folder)/\(name)")) }
        return attempts
    }

    /// Solutions of another kind than the one that is shown, which must pass too, by their paths.
    public func otherSolutions() -> [String] {
        let folder = "\(package)/Solutions/\(exercise.name)/Right"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".swift") }.sorted()
        return names.map { "\(folder)/\($0)" }
    }

    static func text(of path: String) throws(GradingError) -> String {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw GradingError(.missing, "\(path) is missing.", try: "Get it again: git checkout -- \(path)")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func lines(of path: String) throws(GradingError) -> [String] {
        var lines = try text(of: path).split(omittingEmptySubsequences: false) { $0.isNewline }.map { String($0).trimmedAtEnd }
        while lines.last == "" { lines.removeLast() }
        return lines
    }
}

/// An attempt of the kind that learners hand in, and what must refuse it; its first lines say so.
public struct WrongAttempt: Sendable {
    public let path: String
    /// The name of the check that must not pass; or the status, where it does not come to checks.
    public let refusedBy: String
    /// The verdict that it must get there.
    public let verdict: String
    /// What is wrong with it.
    public let reason: String
    /// Words that its grade must hold, and words that would not be true of it.
    public let says: [String]
    public let saysNot: [String]
    /// Most points that it may get; nil where that is not said.
    public let mostPoints: Double?

    public var name: String { Evidence.name(of: path) }

    /// Reads the declaration: `// Refused by: …`, `// Verdict: …`, `// Because: …` (which may go on for lines), and, where it is wanted, as often
    /// as it is wanted, `// Says: …`, `// Says not: …`; and `// Points: at most …`.
    init(path: String) throws(GradingError) {
        self.path = path
        var facts: [(key: String, value: String)] = []
        for line in try ExerciseFolder.text(of: path).split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("//") else { break }
            let words = line.drop { $0 == "/" || $0 == " " }
            let parts = words.split(separator: ":", maxSplits: 1)
            if parts.count == 2, ["Refused by", "Verdict", "Because", "Says", "Says not", "Points"].contains(parts[0]) {
                facts.append((String(parts[0]), parts[1].drop { $0 == " " }.description))
            } else if !facts.isEmpty {
                facts[facts.count - 1].value += " " + words
            }
        }
        func fact(_ key: String) throws(GradingError) -> String {
            guard let value = facts.first(where: { $0.key == key })?.value, !value.isEmpty else {
                throw GradingError(
                    .missing, "\(path) does not declare what must refuse it.",
                    try: "Begin it with lines // Refused by: … // Verdict: … // Because: …")
            }
            return value
        }
        refusedBy = try fact("Refused by")
        verdict = try fact("Verdict")
        reason = try fact("Because")
        says = facts.filter { $0.key == "Says" }.map(\.value)
        saysNot = facts.filter { $0.key == "Says not" }.map(\.value)
        mostPoints = facts.first { $0.key == "Points" }.flatMap { $0.value.split(separator: " ").last }.flatMap { Double($0) }
    }

    /// Whether a grade refuses it as declared.
    public func isRefused(asIn grade: Grade) -> Bool {
        guard !grade.passed, grade.points <= mostPoints ?? .infinity else { return false }
        let text = grade.text(width: .max)
        guard says.allSatisfy(text.contains), !saysNot.contains(where: text.contains) else { return false }
        if grade.status != .graded { return grade.status.rawValue == refusedBy && grade.trouble?.verdict == verdict }
        return grade.checks.contains { $0.name == refusedBy && !$0.passed && $0.verdict == verdict }
    }
}

extension String {
    /// Without the blanks and empty lines at its end.
    fileprivate var trimmedAtEnd: String {
        var text = self[...]
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
