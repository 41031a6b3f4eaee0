import Words
import Trace

/// A table in aligned columns that never wraps: long texts are cut, and less important columns are
/// left out and named.
struct TextTable {
    struct Column {
        var header: String
        /// Columns that the widest cell wants.
        var width: Int
        var isNumber = false
        /// Fewest columns to cut a text to while a less important column can be left out instead; numbers are never cut.
        var minimum: Int
        /// The higher, the later the column is left out; `Int.max` stays always.
        var priority: Int
        var cell: (Int) -> String

        init(_ header: String, width: Int, isNumber: Bool = false, minimum: Int = 6, priority: Int = .max, cell: @escaping (Int) -> String)
        {
            self.header = header
            self.width = max(width, displayWidth(header))
            self.isNumber = isNumber
            self.minimum = isNumber ? self.width : min(max(minimum, TextTable.fewest), self.width)
            self.priority = priority
            self.cell = cell
        }
    }

    var title: String
    var columns: [Column]
    var rows: Int
    /// The line below the last row, such as how many rows are not shown.
    var remark: String?

    /// Fewest columns of a text, whatever else is there.
    static let fewest = 6

    func text(width: Int, style: Style) -> String {
        var text = ""
        write(width: width, style: style) { text += $0 }
        return text
    }

    /// Passes the table on in pieces, without a newline after the last one.
    func write(width: Int, style: Style, to sink: (String) -> Void) {
        let gap = width < 60 ? 1 : 2
        let (shown, hidden) = fit(width, gap)
        var bytes: [UInt8] = []
        bytes += escape("1", style) + Array(title.fitted(to: width, style).utf8) + escape("0", style)
        bytes.append(newline)
        bytes += escape(Role.secondary.parameters(style.colour), style)
        append(shown, gap, style, to: &bytes) { $0.header.shown(style) }
        bytes += escape("0", style)
        for row in 0..<rows {
            bytes.append(newline)
            append(shown, gap, style, to: &bytes) { $0.cell(row) }
            if bytes.count > 1 << 16 {
                sink(String(decoding: bytes, as: UTF8.self))
                bytes.removeAll(keepingCapacity: true)
            }
        }
        if !hidden.isEmpty {
            let names = hidden.map(\.header).joined(separator: ", ")
            addLines(
                "Not shown at this width: \(names). A greater width (--width) shows \(hidden.count == 1 ? "it" : "them").", width, style,
                to: &bytes)
        }
        if let remark { addLines(remark, width, style, to: &bytes) }
        sink(String(decoding: bytes, as: UTF8.self))
    }

    private var newline: UInt8 { UInt8(ascii: "\n") }
    private var blank: UInt8 { UInt8(ascii: " ") }

    private func escape(_ parameters: String, _ style: Style) -> [UInt8] {
        style.colour == .none ? [] : Array("\u{1B}[\(parameters)m".utf8)
    }

    private func addLines(_ text: String, _ width: Int, _ style: Style, to bytes: inout [UInt8]) {
        for line in text.shown(style).wrapped(to: width, style) {
            bytes.append(newline)
            bytes += Array(line.utf8)
        }
    }

    /// Leaves out the least important columns until the others fit, then shares the room among the
    /// texts.
    private func fit(_ width: Int, _ gap: Int) -> (shown: [Column], hidden: [Column]) {
        var shown = columns
        var hidden: [Column] = []
        func needed(_ size: (Column) -> Int) -> Int { shown.reduce(0) { $0 + size($1) } + gap * max(0, shown.count - 1) }
        while needed({ $0.minimum }) > width {
            guard let least = shown.indices.filter({ shown[$0].priority < .max }).min(by: { shown[$0].priority < shown[$1].priority })
            else { break }
            hidden.append(shown.remove(at: least))
        }
        // The widest text is cut first.
        while needed({ $0.width }) > width {
            guard
                let widest = shown.indices.filter({ !shown[$0].isNumber && shown[$0].width > Self.fewest }).max(by: {
                    shown[$0].width < shown[$1].width
                })
            else { break }
            shown[widest].width -= 1
        }
        return (shown, columns.filter { column in hidden.contains { $0.header == column.header } })
    }

    private func append(
        _ columns: [Column], _ gap: Int, _ style: Style, to bytes: inout [UInt8], cell text: (Column) -> String
    ) {
        var pending = 0
        for column in columns {
            var cell = text(column)
            var taken = displayWidth(cell)
            if taken > column.width, !column.isNumber {
                cell = cell.fittedAsName(to: column.width, style)
                taken = displayWidth(cell)
            }
            let padding = max(0, column.width - taken)
            if column.isNumber { pending += padding }
            if taken > 0 {
                for _ in 0..<pending { bytes.append(blank) }
                pending = 0
                bytes.append(contentsOf: cell.utf8)
            }
            pending += (column.isNumber ? 0 : padding) + gap
        }
    }
}

/// How much of a table is shown.
public struct TableOptions: Equatable, Sendable {
    /// Columns; brought into 40...400.
    public var width: Int
    public var style: Style
    /// Most rows to show, nil for all; a line says how many more there are.
    public var limit: Int?
    /// Rows are only what lies in this part of the time, wholly or in part; nil for all of it.
    public var range: Range<Int64>?

    public init(width: Int = 100, style: Style = .plain, limit: Int? = nil, range: Range<Int64>? = nil) {
        self.width = width
        self.style = style
        self.limit = limit
        self.range = range
    }

    /// Whether something that lasts from one moment to another belongs in the table; unfinished
    /// work lasts for ever.
    func shows(_ start: Int64, _ end: Int64?) -> Bool {
        guard let range else { return true }
        return start < range.upperBound && end ?? .max >= range.lowerBound
    }

    /// "11 items", or where a part of the time is shown: "3 of 11 items".
    func title(_ shown: Int, of count: Int, _ singular: String) -> String {
        range == nil ? Wording.count(count, singular) : "\(Wording.grouped(shown)) of \(Wording.count(count, singular))"
    }

    var clampedWidth: Int { min(max(width, TimelineOptions.widths.lowerBound), TimelineOptions.widths.upperBound) }

    func rows(of count: Int) -> Int { min(count, max(0, limit ?? count)) }

    func remark(of count: Int, _ singular: String, _ plural: String) -> String? {
        let more = count - rows(of: count)
        return more > 0 ? "… and \(Wording.count(more, "more " + singular, "more " + plural))." : nil
    }
}
