import FoundationEssentials

/// The students of an export of Gradescope ("Export Submissions"): its folders are called
/// `submission_123`, and its file `submission_metadata.yml` has the names.
public struct GradescopeExport: Equatable, Sendable {
    /// What Gradescope says about one folder.
    public struct Entry: Equatable, Sendable {
        /// The students; several if they have handed in as a group.
        public var students: [String] = []
        /// When it was handed in, as Gradescope writes it; empty if that is not known.
        public var submitted = ""
    }

    public static let fileName = "submission_metadata.yml"

    /// What is known about each folder.
    public let entries: [String: Entry]

    /// Reads the file in the folder of a class; nil if there is none.
    public init?(in folder: String) {
        guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(Self.fileName)") else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    /// Reads the part of YAML that Gradescope writes here: keys of Ruby with values of one line.
    init(_ text: String) {
        var folder = "", isInStudents = false
        var people: [String: [(name: String, email: String)]] = [:], times: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let indent = line.prefix { $0 == " " }.count
            let words = line.dropFirst(indent)
            if indent == 0 {
                folder = words.hasSuffix(":") ? Self.plain(words.dropLast()) : ""
                isInStudents = false
            } else if indent == 2, words.hasPrefix(":") {
                isInStudents = words == ":submitters:"
                if let time = Self.value(of: ":created_at", in: words) { times[folder] = time }
            } else if isInStudents {
                let isNew = words.hasPrefix("- ")
                if isNew { people[folder, default: []].append(("", "")) }
                guard let last = people[folder]?.indices.last else { continue }
                let key = isNew ? words.dropFirst(2) : words
                if let name = Self.value(of: ":name", in: key) { people[folder]?[last].name = name }
                if let email = Self.value(of: ":email", in: key) { people[folder]?[last].email = email }
            }
        }
        let names = people.values.flatMap { $0 }.map(\.name)
        entries = people.reduce(into: [:]) { entries, item in
            let students = item.value.map { person in
                // Two students with the same name are told apart.
                let isAlone = names.count { $0 == person.name } == 1
                return isAlone && !person.name.isEmpty || person.email.isEmpty ? person.name : "\(person.name) <\(person.email)>"
            }
            entries[item.key] = Entry(students: students.filter { !$0.isEmpty }, submitted: times[item.key] ?? "")
        }
    }

    private static func value(of key: String, in words: Substring) -> String? {
        words.hasPrefix("\(key): ") ? plain(words.dropFirst(key.count + 2)) : nil
    }

    /// A text without the quotes of YAML.
    private static func plain(_ text: Substring) -> String {
        if text.count > 1, text.first == "'", text.last == "'" { return String(text.dropFirst().dropLast()).replacing("''", with: "'") }
        guard text.count > 1, text.first == "\"", text.last == "\"" else { return String(text) }
        return (try? JSONDecoder().decode(String.self, from: Data(text.utf8))) ?? String(text.dropFirst().dropLast())
    }
}
