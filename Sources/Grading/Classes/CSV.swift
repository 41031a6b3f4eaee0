import Words

/// Comma-separated values (RFC 4180).
public enum CSV {
    /// Characters at the begin of a field that make it a formula in a spreadsheet.
    private static let formula = "=+-@\t\r"

    /// A line with these fields. A field that a spreadsheet would take for a formula begins with an
    /// apostrophe: the names of files come from students.
    public static func row(_ fields: [String]) -> String {
        fields.map { field in
            let isFormula = field.first.map { formula.contains($0) } ?? false
            let safe = SafeText.lines(isFormula ? "'" + field : field)
            let needsQuotes = safe.contains { $0 == "," || $0 == "\"" || $0.isNewline }
            return needsQuotes ? "\"" + safe.replacing("\"", with: "\"\"") + "\"" : safe
        }.joined(separator: ",") + "\r\n"
    }

    /// The fields of each line, also with semicolons or tabs between them, as spreadsheets in some languages
    /// write them; without the apostrophe of `row`.
    static func rows(of text: String) -> [[String]] {
        let separator = separator(of: text)
        var rows: [[String]] = [], row: [String] = [], field = ""
        var isQuoted = false, wasQuoted = false
        func plain(_ field: String) -> String {
            field.first == "'" && field.dropFirst().first.map { formula.contains($0) } == true ? String(field.dropFirst()) : field
        }
        for character in text {
            if isQuoted {
                if character == "\"" { (isQuoted, wasQuoted) = (false, true) } else { field.append(character) }
            } else if character == "\"", wasQuoted || field.isEmpty {
                // Two quotes in a quoted field are one.
                if wasQuoted { field.append("\"") }
                isQuoted = true
            } else if character == separator || character.isNewline {
                row.append(plain(field))
                field = ""
                wasQuoted = false
                if character.isNewline {
                    rows.append(row)
                    row = []
                }
            } else {
                wasQuoted = false
                field.append(character)
            }
        }
        if !field.isEmpty || !row.isEmpty { rows.append(row + [plain(field)]) }
        return rows
    }

    /// The separator of the first line: a semicolon or a tab, if there is one outside of quotes.
    private static func separator(of text: String) -> Character {
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if isQuoted { continue }
            if character.isNewline { break }
            if character == ";" || character == "\t" || character == "," { return character }
        }
        return ","
    }
}
