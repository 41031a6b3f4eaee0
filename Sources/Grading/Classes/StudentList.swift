import Words
import FoundationEssentials

/// The students of a class, from a file: so a student who handed in nothing is seen.
public struct StudentList: Equatable, Sendable {
    /// Their names, as they are in the paths of the attempts.
    public let names: [String]

    /// - Throws: `ExplainedError` if the file cannot be read, has no names, or has a name twice.
    public init(path: String) throws(ExplainedError) {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ExplainedError(.usage, "\(path) cannot be read.", cure: "Give the file with the students' names: --students FILE.")
        }
        try self.init(String(decoding: bytes, as: UTF8.self), isTable: !path.hasSuffix(".txt"), file: path)
    }

    /// - Parameters:
    ///   - isTable: comma-separated values. The names are in the column `student`, or in the first one if no column
    ///     has that name. Otherwise each line is a name.
    init(_ text: String, isTable: Bool, file: String) throws(ExplainedError) {
        // (A spreadsheet writes a mark in front.)
        let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
        var rows = isTable ? CSV.rows(of: text) : text.split(whereSeparator: \.isNewline).map { [String($0)] }
        var column = 0
        if let named = rows.first?.firstIndex(where: { Self.trimmed($0).lowercased() == "student" }) {
            column = named
            rows.removeFirst()
        }
        var names: [String] = []
        for row in rows where column < row.count {
            let name = Self.trimmed(row[column])
            if name.isEmpty { continue }
            guard !names.contains(name) else {
                throw ExplainedError(
                    .usage, "\(file) has the student “\(SafeText.escaped(name))” twice.",
                    cure: "Give each student a name of their own, the same as in the paths of the attempts.")
            }
            names.append(name)
        }
        guard !names.isEmpty else {
            throw ExplainedError(.usage, "\(file) has no students.", cure: "Write a name in each line, or a table with a column “student”.")
        }
        self.names = names
    }

    private static func trimmed(_ cell: String) -> String {
        var name = cell[...]
        while let first = name.first, first.isWhitespace { name.removeFirst() }
        while let last = name.last, last.isWhitespace { name.removeLast() }
        return String(name)
    }
}
