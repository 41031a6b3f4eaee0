/// The checked subjects, one in each row, and the failures.
struct ResultTable: Encodable {
    var title: String
    var columns: [String]
    var rows: [[String]] = []
    /// One sentence for each failure.
    var failures: [String] = []

    init(_ title: String, columns: [String]) {
        self.title = title
        self.columns = columns
    }

    /// Title, aligned columns, and failures.
    var text: String {
        var text = "\(title)\n\n" + Self.aligned([columns] + rows)
        for failure in failures { text += "DOES NOT HOLD: \(failure)\n" }
        return text
    }

    /// Rows with aligned columns, without spaces at a line's end.
    static func aligned(_ rows: [[String]]) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            var line = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
