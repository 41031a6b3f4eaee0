import Schedules
import Words

/// A problem in a program as compilers print one, so that an editor shows it at its line: "bank.swift:9:13: error: …", and notes below it.
///
/// The form is that of GCC and Clang. Editors read it: `errorformat` of Vim, "problemMatcher" of VS Code.
public struct EditorProblem: Hashable, Sendable {
    public enum Severity: String, Sendable { case error, warning }

    /// A line of a program, and words about it.
    public struct Remark: Hashable, Sendable {
        /// The path of the file.
        public var file: String
        /// From 1.
        public var line: Int
        /// From 1; nil: that of the line's first letter.
        public var column: Int?
        public var words: String

        public init(file: String, line: Int, column: Int? = nil, words: String) {
            (self.file, self.line, self.column, self.words) = (file, line, column, words)
        }
    }

    public var severity: Severity
    public var remark: Remark
    public var notes: [Remark]

    public init(_ severity: Severity = .error, _ remark: Remark, notes: [Remark] = []) {
        (self.severity, self.remark, self.notes) = (severity, remark, notes)
    }

    /// A failure with its schedule: the problem is where the failure shows, and the notes are the steps that lead to it.
    /// - Parameter file: the file that the problem must be in; nil: any file of the table.
    /// - Returns: nil if the table has no steps, or none in that file.
    public init?(_ words: String, _ table: ScheduleTable, in file: String? = nil) {
        func last(_ isIt: (ScheduleTable.Row) -> Bool) -> Int? { table.rows.lastIndex { (file == nil || $0.file == file) && isIt($0) } }
        guard let end = last(\.isFailure) ?? last(table.isMarked) ?? last({ _ in true }) else { return nil }
        self.init(.error, Remark(file: table.rows[end].file, line: table.rows[end].line, words: words), notes: Self.steps(of: table))
    }

    /// A note for each step of a table whose order decides, and for the failure; for all steps if none of them is known to decide.
    public static func steps(of table: ScheduleTable) -> [Remark] {
        let steps = table.rows.filter { table.isMarked($0) || $0.isFailure }, told = steps.isEmpty ? table.shortened(to: 8).rows : steps
        let legend = table.legend.map { " (\($0.drop { !$0.isLetter }))" } ?? ""
        return told.enumerated().map { index, row in
            let words = "step \(index + 1) of \(told.count): \(words(of: row, in: table))\(table.isMarked(row) ? legend : "")"
            return Remark(file: row.file, line: row.line, words: words)
        }
    }

    /// "block 1: let old = balance (balance 100)".
    private static func words(of row: ScheduleTable.Row, in table: ScheduleTable) -> String {
        let thread = table.threads.indices.contains(row.thread) ? "\(table.threads[row.thread]): " : ""
        let values = row.values.sorted { $0.key < $1.key }.compactMap { column, value in
            table.variables.indices.contains(column) ? "\(table.variables[column]) \(value)" : nil
        }
        let note = row.note.hasPrefix("(") && row.note.hasSuffix(")") ? String(row.note.dropFirst().dropLast()) : row.note
        let remarks = (note.isEmpty ? [] : [note]) + values
        return thread + row.source + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
    }

    /// The lines, each with a newline at its end.
    /// - Parameters:
    ///   - path: the path as it is printed, for a path of a remark.
    ///   - source: the text of a file; nil: it cannot be read. The column is that of the first letter of the line.
    public func text(path: (String) -> String = { $0 }, source: (String) -> String? = { _ in nil }) -> String {
        func line(_ remark: Remark, _ kind: String) -> String {
            let column = remark.column ?? Self.column(remark.line, in: source(remark.file))
            let place = "\(path(remark.file)):\(max(1, remark.line)):\(column)"
            return "\(SafeText.line(place)): \(kind): \(SafeText.line(remark.words))\n"
        }
        return line(remark, severity.rawValue) + notes.map { line($0, "note") }.joined()
    }

    /// The column of the first letter of a line, from 1, in bytes, as compilers count.
    private static func column(_ line: Int, in text: String?) -> Int {
        guard let text, line > 0 else { return 1 }
        let lines = text.split(separator: "\n", maxSplits: line, omittingEmptySubsequences: false)
        guard line <= lines.count else { return 1 }
        let indent = lines[line - 1].utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
        return indent == lines[line - 1].utf8.count ? 1 : indent + 1
    }
}
