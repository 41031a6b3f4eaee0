import FoundationEssentials
import Glibc

/// Where the attempts of a class are in a folder: a path with places for the student's name and the
/// exercise's name.
///
/// `{student}` and `{exercise}` stand for one or more characters, `*` for any number of them; none
/// of the three goes beyond a `/`.
public struct SubmissionPattern: Sendable {
    /// `anna/05-apply-stride.swift`.
    public static let standard = "{student}/{exercise}.swift"

    /// A file that fits.
    public struct Match: Equatable, Sendable {
        /// The path of the file, relative to the folder.
        public var file: String
        public var student: String
        /// The exercise, as the path names it; nil if the pattern has no place for it.
        public var exercise: String?
    }

    /// The pattern as a regular expression.
    private let expression: String
    private let depth: Int
    private let hasExercise: Bool
    private let studentComesFirst: Bool

    /// - Returns: nil if the pattern does not have one place for the student, and at most one for the
    ///   exercise.
    public init?(_ pattern: String) {
        guard pattern.ranges(of: "{student}").count == 1, pattern.ranges(of: "{exercise}").count <= 1 else { return nil }
        hasExercise = pattern.contains("{exercise}")
        let student = pattern.firstRange(of: "{student}")!.lowerBound
        studentComesFirst = pattern.firstRange(of: "{exercise}").map { student < $0.lowerBound } ?? true
        var text = ""
        for character in pattern.replacing("{student}", with: "\u{1}").replacing("{exercise}", with: "\u{1}") {
            switch character {
            case "\u{1}": text += "([^/]+)"
            case "*": text += "[^/]*"
            case _ where character.isLetter || character.isNumber || character == "/": text.append(character)
            default: text += "\\" + String(character)
            }
        }
        guard (try? Regex(text)) != nil else { return nil }
        expression = text
        depth = pattern.count { $0 == "/" }
    }

    /// The files of a folder that fit, and the paths of other Swift files; both sorted. Folders whose
    /// names begin with a dot are left out.
    public func matches(in folder: String) -> (found: [Match], others: [String]) {
        guard let regex = try? Regex(expression) else { return ([], []) }
        var found: [Match] = [], others: [String] = []
        for file in Self.files(in: folder, below: depth) {
            guard let match = try? regex.wholeMatch(in: file) else {
                if file.hasSuffix(".swift") { others.append(file) }
                continue
            }
            let places = match.output.dropFirst().map { String($0.substring ?? "") }
            let student = studentComesFirst ? places[0] : places[1]
            // (The results are in folders with these names.)
            guard student != ".", student != ".." else {
                others.append(file)
                continue
            }
            found.append(Match(file: file, student: student, exercise: hasExercise ? places[studentComesFirst ? 1 : 0] : nil))
        }
        return (found, others)
    }

    /// The paths of files, relative to the folder, at most as deep as a pattern can fit, sorted.
    private static func files(in folder: String, below depth: Int) -> [String] {
        var files: [String] = []
        for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() where !name.hasPrefix(".") {
            var facts = stat()
            guard lstat("\(folder)/\(name)", &facts) == 0 else { continue }
            if facts.st_mode & S_IFMT != S_IFDIR {
                files.append(name)
            } else if depth > 0 {
                files += Self.files(in: "\(folder)/\(name)", below: depth - 1).map { "\(name)/\($0)" }
            }
        }
        return files
    }
}
