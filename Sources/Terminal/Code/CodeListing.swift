import Narration
import Timeline
import Words

/// Some lines of a program's source with their numbers, and beside them what happened there.
///
/// It is a value that fits itself into any width. The lines come from a file, so they can have tabs, wide characters, and characters that
/// control a terminal.
public struct CodeListing: Equatable, Sendable {
    /// A line of the source.
    public struct Line: Equatable, Sendable {
        /// From 1.
        public var number: Int
        public var pieces: [SwiftCode.Piece]
        /// The events at this line, each in a few words.
        public var notes: [String]

        public init(number: Int, pieces: [SwiftCode.Piece], notes: [String] = []) {
            self.number = number
            self.pieces = pieces
            self.notes = notes
        }

        /// The text of the line.
        public var text: String { pieces.map(\.text).joined() }
    }

    /// Neighbouring lines of a file.
    public struct Part: Equatable, Sendable {
        /// The file's name, as readers know it.
        public var file: String
        public var lines: [Line]

        public init(file: String, lines: [Line]) {
            self.file = file
            self.lines = lines
        }
    }

    public var parts: [Part]

    public init(_ parts: [Part]) { self.parts = parts }

    public var isEmpty: Bool { parts.allSatisfy(\.lines.isEmpty) }

    /// The listing in lines of at most `width` columns; at least 24 are used. Longer lines of code go on in the next row, after `↳`.
    ///
    /// - Parameter hasFiles: whether the names of the files are shown.
    public func lines(width: Int, isASCII: Bool, hasFiles: Bool = true) -> [[Span]] {
        let style: Style = isASCII ? .ascii : .plain
        let digits = parts.flatMap(\.lines).map { String($0.number).count }.max() ?? 1
        var rows: [[Span]] = []
        var file: String?
        for part in joined where !part.lines.isEmpty {
            if hasFiles, part.file != file {
                let name = part.name(columns: max(24, width) - digits - 3, style)
                rows.append([Span(.place, String(repeating: " ", count: digits + 3) + name)])
            } else if file != nil {
                rows.append([Span(.number, String(repeating: " ", count: max(0, digits - 1)) + (isASCII ? "..." : " ⋯"))])
            }
            file = part.file
            let code = part.dedented(style)
            let layout = Layout(part.lines, code, room: max(24, width) - digits - 3, isASCII: isASCII)
            for (line, pieces) in zip(part.lines, code) {
                for (index, spans) in layout.rows(of: pieces, notes: line.notes.map { $0.shown(style) }).enumerated() {
                    let number = index == 0 ? String(line.number) : ""
                    rows.append([Span(.number, " " + String(repeating: " ", count: digits - number.count) + number + "  ")] + spans)
                }
            }
        }
        return rows
    }

    /// The parts, without a border between lines that are neighbours in their file.
    private var joined: [Part] {
        var joined: [Part] = []
        for part in parts where !part.lines.isEmpty {
            if let before = joined.last, before.file == part.file, let end = before.lines.last?.number,
                part.lines.first?.number == end + 1
            {
                joined[joined.count - 1].lines += part.lines
            } else {
                joined.append(part)
            }
        }
        return joined
    }

    /// How the code and the notes of a part share the columns.
    private struct Layout {
        private static let gap = 3
        private static let leastNotes = 24
        /// The columns of the sign before a note.
        private static let sign = 3
        private let room: Int
        private let isASCII: Bool
        /// The column of the notes that are beside their lines; 0: all are below.
        private let column: Int

        init(_ lines: [Line], _ code: [[Span]], room: Int, isASCII: Bool) {
            (self.room, self.isASCII) = (room, isASCII)
            // A line that leaves less room for its notes has them below it.
            let widths = zip(lines, code).filter { !$0.0.notes.isEmpty }.map { line, code in
                let longest = line.notes.map { displayWidth($0) + Self.sign }.max() ?? 0
                let width = code.reduce(0) { $0 + displayWidth($1.text) } + Self.gap
                return room - width >= min(longest, Self.leastNotes) ? width : 0
            }
            column = widths.max() ?? 0
        }

        func rows(of code: [Span], notes: [String]) -> [[Span]] {
            if notes.isEmpty { return broken(code) }
            let sign = isASCII ? "<- " : "← "
            let used = code.reduce(0) { $0 + displayWidth($1.text) }
            let longest = notes.map { displayWidth($0) + Self.sign }.max() ?? 0
            let isBeside = used + Self.gap <= column && room - column >= min(longest, Self.leastNotes)
            let blanks = code.first.map { $0.text.prefix { $0 == " " }.count } ?? 0
            let indent = isBeside ? column : min(blanks + 2, room / 3)
            let texts = notes.flatMap { note in
                StepLog.wrap([Span(.subject, note)], width: max(10, room - indent - sign.count)).enumerated().map { index, line in
                    [Span(.subject, index == 0 ? sign : String(repeating: " ", count: sign.count))] + line
                }
            }
            if !isBeside { return broken(code) + texts.map { [Span(.text, String(repeating: " ", count: indent))] + $0 } }
            return texts.enumerated().map { index, text in
                (index == 0 ? code : []) + [Span(.text, String(repeating: " ", count: column - (index == 0 ? used : 0)))] + text
            }
        }

        /// The code in rows. A row ends at a blank if one is in its second half, or before a bracket or a point.
        private func broken(_ code: [Span]) -> [[Span]] {
            var cells: [(character: Character, role: Narration.Role)] = code.flatMap { span in span.text.map { ($0, span.role) } }
            let blanks = cells.prefix { $0.character == " " }.count
            let hanging = String(repeating: " ", count: min(blanks + 2, room / 3)) + (isASCII ? "> " : "↳ ")
            var rows: [[Span]] = []
            while true {
                let lead = rows.isEmpty ? "" : hanging
                let free = room - displayWidth(lead)
                var used = 0, end = 0, lastBlank: Int?, lastBracket: Int?
                while end < cells.count, used + displayWidth(cells[end].character) <= free {
                    if end > max(blanks, free / 2) {
                        if cells[end].character == " " { lastBlank = end }
                        if "(.".contains(cells[end].character) { lastBracket = end }
                    }
                    used += displayWidth(cells[end].character)
                    end += 1
                }
                if end < cells.count { end = lastBlank ?? lastBracket ?? max(1, end) }
                rows.append((lead.isEmpty ? [] : [Span(.number, lead)]) + Self.spans(cells[..<end]))
                cells.removeFirst(end)
                if !rows.isEmpty { cells = Array(cells.drop { $0.character == " " }) }
                if cells.isEmpty { return rows }
            }
        }

        private static func spans(_ cells: ArraySlice<(character: Character, role: Narration.Role)>) -> [Span] {
            cells.reduce(into: []) { spans, cell in
                if spans.last?.role == cell.role {
                    spans[spans.count - 1].text.append(cell.character)
                } else {
                    spans.append(Span(cell.role, String(cell.character)))
                }
            }
        }
    }
}

extension CodeListing.Part {
    /// The file's name, without its first folders where there is no room for them.
    fileprivate func name(columns: Int, _ style: Style) -> String {
        var folders = file.split(separator: "/")
        while folders.count > 1, displayWidth(folders.joined(separator: "/").shown(style)) > columns { folders.removeFirst() }
        return StatePanel.fit([Span(.place, folders.joined(separator: "/").shown(style))], width: columns, isASCII: style.isASCII)
            .map(\.text).joined()
    }

    private static func role(_ kind: SwiftCode.Kind) -> Narration.Role {
        switch kind {
        case .plain: .text
        case .keyword: .keyword
        case .string: .string
        case .comment: .number
        case .number: .literal
        }
    }

    /// The code of each line as it is shown: tabs are four blanks, no character controls the terminal, and the blanks with which all
    /// lines begin are gone.
    fileprivate func dedented(_ style: Style) -> [[Span]] {
        let code = lines.map { line in
            line.pieces.map { Span(Self.role($0.kind), $0.text.replacing("\t", with: "    ").shown(style)) }
        }
        let indents = code.compactMap { spans -> Int? in
            let text = spans.map(\.text).joined()
            let blanks = text.prefix { $0 == " " }.count
            return blanks == text.count ? nil : blanks
        }
        let indent = indents.min() ?? 0
        return code.map { spans in
            guard let first = spans.first else { return [] }
            let blanks = first.text.prefix { $0 == " " }.count
            return [Span(first.role, String(first.text.dropFirst(min(indent, blanks))))] + spans.dropFirst()
        }
    }
}
