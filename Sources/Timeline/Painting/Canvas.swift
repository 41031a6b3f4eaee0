import Words
import Trace

/// The meaning of a cell of a drawing. A renderer turns it into a colour; the glyph has the same
/// meaning.
public enum Role: Hashable, Sendable {
    case text
    /// An item running; the number distinguishes closures.
    case bar(Int)
    case barLabel(Int)
    case barrier
    case barrierLabel
    /// A thread that waits; the number is that of its item's bar, -1 outside of items.
    case waiting(Int)
    /// An enqueue, a cancellation.
    case mark
    case name
    case heading
    /// Axis, lines and numbers, which should not catch the eye.
    case secondary
    /// Something that is as it should be.
    case good
    case warning
    /// A bug that the lab set out to show, and reproduced.
    case bug
    /// The item that a reader has picked.
    case selection
    /// In a program's source.
    case keyword, string, literal
}

/// One column of one row.
public struct Cell: Equatable, Sendable {
    /// nil: the right half of the wide character to the left.
    public var glyph: Character?
    public var role: Role
    /// The glyph's filled and empty parts change places (only where there is colour).
    public var isReversed: Bool
    /// The column of a reader's cursor, or the picked item; a glyph nearby has the same meaning.
    public var emphasis = Emphasis.none

    /// The emphasis that a screen adds to the role.
    public enum Emphasis: Sendable { case none, cursor, selected }

    public init(_ glyph: Character? = " ", _ role: Role = .text, isReversed: Bool = false) {
        self.glyph = glyph
        self.role = role
        self.isReversed = isReversed
    }
}

/// A grid of cells that grows downwards. Every form of a drawing (text, full screen) is made from
/// it.
public struct Canvas: Equatable, Sendable {
    public let width: Int
    public private(set) var rows: [[Cell]] = []

    public init(width: Int) { self.width = max(1, width) }

    /// Adds an empty row; its index.
    @discardableResult public mutating func addRow() -> Int {
        rows.append([Cell](repeating: Cell(), count: width))
        return rows.count - 1
    }

    /// Puts one cell; outside the grid nothing happens.
    public mutating func put(_ cell: Cell, row: Int, column: Int) {
        guard rows.indices.contains(row), column >= 0, column < width else { return }
        rows[row][column] = cell
    }

    /// Writes a text from a column on, and cuts it at the right edge.
    public mutating func write(_ text: String, _ role: Role = .text, row: Int, column: Int) {
        var column = column
        for character in text {
            guard column + displayWidth(character) <= width else { return }
            for piece in columnPieces(of: character) {
                let columns = displayWidth(piece)
                guard columns > 0 else { continue }
                put(Cell(piece, role), row: row, column: column)
                if columns == 2 { put(Cell(nil, role), row: row, column: column + 1) }
                column += columns
            }
        }
    }

    /// Emphasizes a cell; outside the grid nothing happens.
    public mutating func emphasise(_ emphasis: Cell.Emphasis, row: Int, column: Int) {
        guard rows.indices.contains(row), column >= 0, column < width else { return }
        rows[row][column].emphasis = emphasis
    }

    /// Adds a row that is already drawn, cut or filled up to the width.
    public mutating func addRow(_ cells: [Cell]) {
        rows.append(Array(cells.prefix(width)) + [Cell](repeating: Cell(), count: max(0, width - cells.count)))
    }

    /// Adds a row with a text.
    public mutating func addLine(_ text: String, _ role: Role = .text) {
        write(text, role, row: addRow(), column: 0)
    }

    /// The grid as lines of text, without blanks at their ends, joined by newlines.
    public func text(_ style: Style) -> String {
        var result = ""
        for index in rows.indices {
            if index > 0 { result += "\n" }
            append(rows[index], style, to: &result)
        }
        return result
    }

    private func append(_ row: [Cell], _ style: Style, to result: inout String) {
        let end = (row.lastIndex { $0.glyph != " " || $0.isReversed || isFilled($0.role, style) } ?? -1) + 1
        var current = ""
        for cell in row[..<end] {
            guard let glyph = cell.glyph else { continue }
            if style.colour != .none {
                let wanted = Palette.parameters(cell.role, style.colour, isReversed: cell.isReversed)
                if wanted != current {
                    result += wanted.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(wanted)m"
                    current = wanted
                }
            }
            result.append(glyph)
        }
        if !current.isEmpty { result += "\u{1B}[0m" }
    }

    /// Whether a blank of this role is visible.
    private func isFilled(_ role: Role, _ style: Style) -> Bool {
        guard style.colour != .none else { return false }
        switch role {
        case .barLabel, .barrierLabel: return true
        default: return false
        }
    }
}
