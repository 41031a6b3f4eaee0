import Narration
import Timeline
import Words

/// A stretch of a line, with the look that a screen gives it.
struct StyledText: Equatable, Sendable {
    var role: Timeline.Role
    var text: String

    init(_ role: Timeline.Role, _ text: String) {
        self.role = role
        self.text = text
    }

    init(_ span: Span) { self.init(ViewerModel.role(span.role), span.text) }
}

extension Canvas {
    /// Writes stretches of text from a column on. An ellipsis replaces the part that goes beyond the width.
    mutating func write(_ line: [StyledText], row: Int, column: Int, width: Int, _ style: Style) {
        var column = column, left = width
        let ellipsis = style.isASCII ? ".." : "…"
        let whole = line.reduce(0) { $0 + displayWidth($1.text) }
        if whole > width { left -= displayWidth(ellipsis) }
        for part in line {
            let columns = displayWidth(part.text)
            if columns <= left {
                write(part.text, part.role, row: row, column: column)
                column += columns
                left -= columns
                continue
            }
            for character in part.text {
                let columns = displayWidth(character)
                if columns > left { break }
                write(String(character), part.role, row: row, column: column)
                column += columns
                left -= columns
            }
            return write(ellipsis, .secondary, row: row, column: column)
        }
    }

    /// A line with a title, above a part of the screen.
    mutating func writeRule(_ words: String, row: Int, from: Int, to: Int, _ style: Style) {
        let line = String(repeating: style.isASCII ? "-" : "─", count: Swift.max(0, to - from))
        write(line, .secondary, row: row, column: from)
        if words.isEmpty { return }
        write(" \(words.shown(style).fitted(to: Swift.max(1, to - from - 4), style)) ", .secondary, row: row, column: from + 2)
    }
}
