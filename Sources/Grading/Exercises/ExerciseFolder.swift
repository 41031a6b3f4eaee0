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

    /// The file that the learner edits.
    public var ownPath: String { "\(package)/Exercises/\(exercise.name)/Exercise.swift" }
    /// The task.
    public var readmePath: String { "\(package)/Exercises/\(exercise.name)/README.md" }
    public var hintsPath: String { "\(package)/Exercises/\(exercise.name)/hints.md" }
    public var solutionPath: String { "\(package)/Solutions/\(exercise.name)/Exercise.swift" }
    /// Why the solution works.
    public var explanationPath: String { "\(package)/Solutions/\(exercise.name)/README.md" }
    /// The original text of the exercise, to compare the learner's file with.
    public var starterPath: String { "\(package)/Solutions/\(exercise.name)/Starter.swift" }

    /// The declaration of an exercise with checks of its own, and the code that calls an attempt for
    /// them.
    var declarationPath: String { "\(package)/Exercises/\(exercise.name)/\(Exercise.declarationName)" }
    var checksPath: String { "\(package)/Exercises/\(exercise.name)/Checks.swift" }

    /// The code that calls an attempt in a test so small that every interleaving of it can be run.
    public var exploredPath: String { "\(package)/Exercises/\(exercise.name)/Explored.swift" }

    /// The same as it is shown: in the package, relative to it.
    var shownExplored: String { exercise.home == nil ? "Exercises/\(exercise.name)/Explored.swift" : exploredPath }

    /// An attempt with the code that calls it in a small test, for exploring or for replaying a
    /// token.
    /// - Throws: `ExplorationError` if one of the files cannot be read.
    public func exploredSource(of attempt: String) throws(ExplorationError) -> ExploredSource {
        var source = try ExploredSource(
            exploredPath, with: [attempt], called: attempt, entries: exercise.checks.flatMap(\.explorations).map(\.entry))
        source.isConfined = true
        return source
    }

    /// Names that an attempt must not declare, because the small tests use them; empty if all is well.
    /// The names that the exercise itself gives to learners are theirs.
    /// - Throws: `ExplorationError` if a file is missing, or is not valid Swift.
    func namesTakenOver(by attempt: String) throws -> [String] {
        try exploredSource(of: attempt).namesTakenOver(exceptThoseOf: starterPath)
    }

    /// Names that an attempt must not declare, because the exercise's own checks use them.
    /// - Throws: `ExplorationError` if a file is missing, or is not valid Swift.
    func namesTakenFromChecks(by attempt: String) throws -> [String] {
        guard exercise.calls != nil else { return [] }
        return try ExploredSource(checksPath, with: [attempt]).namesTakenOver(exceptThoseOf: starterPath)
    }

    /// Whether the learner has changed the text in a way that the compiler can see. Spaces at ends
    /// of lines do not count.
    /// - Throws: `GradingError` if a file cannot be read.
    public func isStarted() throws(GradingError) -> Bool { try Self.lines(of: ownPath) != Self.lines(of: starterPath) }

    /// The text of the task.
    /// - Throws: `GradingError` if it cannot be read.
    public func task() throws(GradingError) -> String { try Self.text(of: readmePath) }

    /// The hints, from a nudge to nearly the answer.
    /// - Throws: `GradingError` if they cannot be read.
    public func hints() throws(GradingError) -> [String] {
        // Each hint begins with a heading of the second level.
        var hints: [[Substring]] = []
        for line in try Self.text(of: hintsPath).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.hasPrefix("## ") { hints.append([line.dropFirst(3)]) } else if !hints.isEmpty { hints[hints.count - 1].append(line) }
        }
        return hints.map { $0.joined(separator: "\n").trimmedAtEnd }
    }

    /// The wrong attempts that must be refused, by name.
    /// - Throws: `GradingError` if one cannot be read, or does not declare the check that must
    ///   refuse it.
    public func wrongAttempts() throws(GradingError) -> [WrongAttempt] {
        let folder = "\(package)/Solutions/\(exercise.name)/Wrong"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".swift") }.sorted()
        var attempts: [WrongAttempt] = []
        for name in names { attempts.append(try WrongAttempt(path: "\(folder)/\(name)")) }
        return attempts
    }

    /// Solutions of another kind than the one that is shown. They must pass too. By their paths.
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

/// An attempt with a typical mistake, and the check that must refuse it; its first lines declare
/// it.
public struct WrongAttempt: Sendable {
    public let path: String
    /// The name of the check that must not pass; or the status, if the checks are not reached.
    public let refusedBy: String
    /// The verdicts, one of which it must get there: toolchains can show different sides of one
    /// mistake first ("crash or race").
    public let verdicts: [String]
    /// Checks that can refuse it first, when its race strikes in the real run. The grade's words and
    /// points are then not those declared.
    public let orRefusedBy: [String]
    /// The mistake in it.
    public let reason: String
    /// Words that its grade must contain, and words that would not be true of it.
    public let says: [String]
    public let saysNot: [String]
    /// The most and fewest points that it can get; nil if that is not declared.
    public let mostPoints: Double?
    public let fewestPoints: Double?

    public var name: String { Evidence.name(of: path) }

    /// Reads the declaration: `// Refused by: …`, `// Verdict: …`, `// Because: …` (can continue
    /// over several lines). Optional, any number of times: `// Or refused by: …`, `// Says: …`,
    /// `// Says not: …`; and `// Points: at most …` or `// Points: at least …`.
    init(path: String) throws(GradingError) {
        self.path = path
        var facts: [(key: String, value: String)] = []
        for line in try ExerciseFolder.text(of: path).split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("//") else { break }
            let words = line.drop { $0 == "/" || $0 == " " }
            let parts = words.split(separator: ":", maxSplits: 1)
            if parts.count == 2, ["Refused by", "Or refused by", "Verdict", "Because", "Says", "Says not", "Points"].contains(parts[0]) {
                facts.append((String(parts[0]), parts[1].drop { $0 == " " }.description))
            } else if !facts.isEmpty {
                facts[facts.count - 1].value += " " + words
            }
        }
        func fact(_ key: String) throws(GradingError) -> String {
            guard let value = facts.first(where: { $0.key == key })?.value, !value.isEmpty else {
                throw GradingError(
                    .missing, "\(path) does not declare what must refuse it.",
                    try: "Begin it with the lines // Refused by: … // Verdict: … // Because: …")
            }
            return value
        }
        refusedBy = try fact("Refused by")
        verdicts = try fact("Verdict").components(separatedBy: " or ")
        orRefusedBy = facts.filter { $0.key == "Or refused by" }.map(\.value)
        reason = try fact("Because")
        says = facts.filter { $0.key == "Says" }.map(\.value)
        saysNot = facts.filter { $0.key == "Says not" }.map(\.value)
        func points(_ bound: String) -> Double? {
            facts.first { $0.key == "Points" && $0.value.hasPrefix(bound) }.flatMap { Double($0.value.split(separator: " ").last ?? "") }
        }
        mostPoints = points("at most")
        fewestPoints = points("at least")
    }

    /// Whether a grade refuses it as declared.
    public func isRefused(asIn grade: Grade) -> Bool {
        if grade.status == .graded, grade.checks.contains(where: { orRefusedBy.contains($0.name) && !$0.passed }) { return !grade.passed }
        guard !grade.passed, grade.points <= mostPoints ?? .infinity, grade.points >= fewestPoints ?? 0 else { return false }
        let text = grade.text(width: .max)
        guard says.allSatisfy(text.contains), !saysNot.contains(where: text.contains) else { return false }
        if grade.status != .graded { return grade.status.rawValue == refusedBy && verdicts.contains(grade.trouble?.verdict ?? "") }
        return grade.checks.contains { $0.name == refusedBy && !$0.passed && verdicts.contains($0.verdict) }
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
