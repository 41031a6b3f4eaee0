import Words
import FoundationEssentials

/// An attempt with a typical mistake, and the check that must refuse it; its first lines declare
/// it.
public struct WrongAttempt: Sendable {
    public let attempt: KeptAttempt
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

    public var name: String { attempt.name }

    /// Reads the declaration: `// Refused by: …`, `// Verdict: …`, `// Because: …` (can continue
    /// over several lines). Optional, any number of times: `// Or refused by: …`, `// Says: …`,
    /// `// Says not: …`; and `// Points: at most …` or `// Points: at least …`.
    /// - Throws: `ExplainedError` if a part of it is missing.
    init(_ attempt: KeptAttempt) throws(ExplainedError) {
        self.attempt = attempt
        var facts: [(key: String, value: String)] = []
        for line in attempt.text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("//") else { break }
            let words = line.drop { $0 == "/" || $0 == " " }
            let parts = words.split(separator: ":", maxSplits: 1)
            if parts.count == 2, ["Refused by", "Or refused by", "Verdict", "Because", "Says", "Says not", "Points"].contains(parts[0]) {
                facts.append((String(parts[0]), parts[1].drop { $0 == " " }.description))
            } else if !facts.isEmpty {
                facts[facts.count - 1].value += " " + words
            }
        }
        func fact(_ key: String) throws(ExplainedError) -> String {
            guard let value = facts.first(where: { $0.key == key })?.value, !value.isEmpty else {
                throw ExplainedError(
                    .missing, "\(attempt.path) does not declare what must refuse it.",
                    cure: "Begin it with the lines // Refused by: … // Verdict: … // Because: …")
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
