import FoundationEssentials

/// The path through the labs, the exercises and the pages, and which exercise belongs to which lab.
///
/// All of it is read from the package: the path from docs/start-here.md, a lab's subject from its README, and the lab of an exercise from the
/// exercise's README, which names it.
public struct Course: Equatable, Sendable {
    public struct Part: Equatable, Hashable, Sendable {
        public enum Kind: Hashable, Sendable { case lab, exercise, page }

        public var kind: Kind
        /// A lab's name without "lab-", an exercise's name, or the page's path in the package.
        public var name: String
        /// The subject, in a few words.
        public var subject: String

        public init(_ kind: Kind, _ name: String, _ subject: String) { (self.kind, self.name, self.subject) = (kind, name, subject) }

        /// The name as people type it.
        public var shownName: String {
            switch kind {
            case .lab: "lab-\(name)"
            case .exercise: name
            case .page: String(name.split(separator: "/").last ?? "")
            }
        }
    }

    /// In the order of the path.
    public var path: [Part]
    /// All labs and all exercises, by name.
    public var labs: [Part]
    public var exercises: [Part]
    /// The lab that an exercise names.
    public var labOfExercise: [String: String]
    /// The variant of that lab that it names.
    public var variantOfExercise: [String: String] = [:]

    public init(path: [Part], labs: [Part], exercises: [Part], labOfExercise: [String: String] = [:]) {
        (self.path, self.labs, self.exercises, self.labOfExercise) = (path, labs, exercises, labOfExercise)
    }

    /// Reads the course of a package, with its exercises: a folder with an exercise.json is one.
    public init(package: String) {
        struct Declared: Decodable { var topic: String? }
        let folder = "\(package)/Exercises"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        let exercises = names.compactMap { name -> (name: String, topic: String)? in
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)/exercise.json") else { return nil }
            return (name, (try? JSONDecoder().decode(Declared.self, from: bytes))?.topic ?? "")
        }
        self.init(package: package, exercises: exercises)
    }

    /// Reads the course of a package. A file that is not there leaves its part out.
    /// - Parameter exercises: the names and topics of the exercises.
    public init(package: String, exercises: [(name: String, topic: String)]) {
        func text(_ path: String) -> String {
            FileManager.default.contents(atPath: "\(package)/\(path)").map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        let folders = ((try? FileManager.default.contentsOfDirectory(atPath: "\(package)/Labs")) ?? []).sorted().filter {
            FileManager.default.fileExists(atPath: "\(package)/Labs/\($0)/main.swift")
        }
        labs = folders.map { Part(.lab, $0.lowercased(), Self.subject(of: text("Labs/\($0)/README.md"))) }
        self.exercises = exercises.map { Part(.exercise, $0.name, $0.topic) }
        path = Self.path(in: text("docs/start-here.md"))
        labOfExercise = [:]
        let known = Set(labs.map(\.name))
        for exercise in exercises {
            let named = Self.labs(in: text("Exercises/\(exercise.name)/README.md")).first { known.contains($0.lab) }
            labOfExercise[exercise.name] = named?.lab
            variantOfExercise[exercise.name] = named?.variant
        }
    }

    /// The folder of a lab in the package: "Labs/Barrier".
    public static func folder(ofLab name: String) -> String { "Labs/\(name.prefix(1).uppercased())\(name.dropFirst())" }

    /// The exercises that name a lab.
    public func exercises(ofLab lab: String) -> [Part] { exercises.filter { labOfExercise[$0.name] == lab } }

    /// The words after the colon of "# lab-race: race conditions".
    static func subject(of readme: String) -> String {
        let heading = readme.split(separator: "\n").first { $0.hasPrefix("# ") } ?? ""
        guard let colon = heading.firstIndex(of: ":") else { return "" }
        return String(heading[heading.index(after: colon)...].drop { $0 == " " }).replacing("`", with: "")
    }

    /// The labs in a text, without "lab-", each with the variant after it. (A command can be broken between two lines.)
    static func labs(in text: String) -> [(lab: String, variant: String?)] {
        text.matches(of: #/\blab-([a-z]+)(?:\s+--variant\s+([a-z0-9-]+))?/#).map { (String($0.1), $0.2.map(String.init)) }
    }

    /// The rows of the table below "## The path".
    static func path(in page: String) -> [Part] {
        guard let start = page.firstRange(of: "## The path\n")?.upperBound else { return [] }
        let rest = page[start...], end = rest.firstRange(of: "\n## ")?.lowerBound ?? rest.endIndex
        return rest[..<end].split(separator: "\n").compactMap { line -> Part? in
            let cells = line.split(separator: "|").map { String($0.drop { $0 == " " }).replacing("`", with: "") }
            guard cells.count >= 3, Int(cells[0].filter { $0 != " " }) != nil else { return nil }
            var subject = cells[2]
            while subject.last == " " { subject.removeLast() }
            if let match = cells[1].firstMatch(of: #/\.\./Labs/([A-Za-z]+)/#) { return Part(.lab, match.1.lowercased(), subject) }
            if let match = cells[1].firstMatch(of: #/\.\./Exercises/([a-z0-9-]+)/#) { return Part(.exercise, String(match.1), subject) }
            if let match = cells[1].firstMatch(of: #/\(([a-z-]+\.md)\)/#) { return Part(.page, "docs/\(match.1)", subject) }
            return Part(.page, "docs/start-here.md", subject)
        }
    }
}
