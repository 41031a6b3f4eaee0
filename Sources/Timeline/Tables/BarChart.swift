import Words
import Trace

/// Values side by side as bars: the throughput of a lab's variants, say.
public struct BarChart: Equatable, Sendable {
    public struct Row: Equatable, Sendable {
        public var label: String
        /// Not negative; anything else is drawn as an empty bar.
        public var value: Double
        /// A few words after the value.
        public var note: String
        /// How far the value may be off, such as "± 4 %": next to the value where there is room,
        /// else below.
        public var margin: String
        public init(label: String, value: Double, note: String = "", margin: String = "") {
            self.label = label
            self.value = value
            self.note = note
            self.margin = margin
        }
    }

    /// A value to compare the bars with: a line across the rows, with its name above.
    public struct Mark: Equatable, Sendable {
        public var label: String
        /// Not negative; anything else is left out.
        public var value: Double
        public init(label: String, value: Double) {
            self.label = label
            self.value = value
        }
    }

    public var title: String
    /// The unit of the values, such as "reads/s".
    public var unit: String
    public var rows: [Row]
    public var marks: [Mark] = []
    /// Digits after the point in every value; nil: as many as each needs for three figures.
    public var decimals: Int?

    public init(title: String, unit: String, rows: [(label: String, value: Double, note: String)]) {
        self.title = title
        self.unit = unit
        self.rows = rows.map { Row(label: $0.label, value: $0.value, note: $0.note) }
    }

    /// The chart as lines of text, without a newline after the last one; the length of each bar is
    /// proportional to its value.
    /// - Parameter width: columns; brought into 40...400.
    public func text(width: Int = 100, style: Style = .plain) -> String {
        let width = min(max(width, TimelineOptions.widths.lowerBound), TimelineOptions.widths.upperBound)
        var canvas = Canvas(width: width)
        let unit = unit.shown(style)
        let numbers = rows.map { number($0.value).shown(style) }
        // Where the unit would take too much of each row, the heading names it once.
        let widest = numbers.map(displayWidth).max() ?? 0
        let isInHeading = !unit.isEmpty && widest + 1 + displayWidth(unit) > width / 3
        let heading = title.shown(style) + (isInHeading ? ", \(unit)" : "")
        canvas.addLine(heading.fitted(to: width, style), .heading)
        let labels = rows.map { $0.label.shown(style) }
        var values = isInHeading || unit.isEmpty ? numbers : numbers.map { $0 + " " + unit }
        var notes = rows.map { $0.note.shown(style) }
        add(rows.map { $0.margin.shown(style) }, to: &values, orTo: &notes, room: width / 3)
        let labelColumns = min(labels.map(displayWidth).max() ?? 0, width / 3)
        let valueColumns = min(values.map(displayWidth).max() ?? 0, width / 3)
        let barsBegin = labelColumns + valueColumns + 3
        // A note is after the bar if the longest bar leaves room for it; else it gets its own row.
        let longestNote = notes.map(displayWidth).max() ?? 0
        let isBeside = longestNote > 0 && width - barsBegin - longestNote - 2 >= 16
        let marks = marks.filter { $0.value.isFinite && $0.value >= 0 }.sorted { $0.value < $1.value }
        let room = max(1, width - barsBegin - (isBeside ? longestNote + 2 : 0) - (marks.isEmpty ? 0 : 1))
        let most = (rows.map(\.value).filter(\.isFinite) + marks.map(\.value)).max() ?? 0
        let lines = marks.map { barsBegin + (most > 0 ? Int(($0.value / most * Double(room)).rounded()) : 0) }
        name(marks, at: lines, style, from: barsBegin, &canvas)
        for index in rows.indices {
            let row = canvas.addRow()
            for line in lines { canvas.put(Cell(style.glyphs.mark, .secondary), row: row, column: line) }
            canvas.write(labels[index].fitted(to: labelColumns, style), .name, row: row, column: 0)
            let value = values[index].fitted(to: valueColumns, style)
            canvas.write(value, .text, row: row, column: labelColumns + 1 + valueColumns - displayWidth(value))
            canvas.put(Cell(style.glyphs.gutter, .secondary), row: row, column: barsBegin - 1)
            let share = most > 0 && rows[index].value.isFinite ? max(0, rows[index].value / most) : 0
            let end = paint(share * Double(room), index, style, row: row, column: barsBegin, &canvas)
            guard !notes[index].isEmpty else { continue }
            if isBeside {
                canvas.write(notes[index], .secondary, row: row, column: end + 1)
            } else {
                for line in notes[index].wrapped(to: width - labelColumns - 1, style) {
                    canvas.write(line, .secondary, row: canvas.addRow(), column: labelColumns + 1)
                }
            }
        }
        return canvas.text(style)
    }

    /// Puts the margins into a separate column after the values, where there is room, else before
    /// the notes.
    private func add(_ margins: [String], to values: inout [String], orTo notes: inout [String], room: Int) {
        let widest = margins.map(displayWidth).max() ?? 0
        guard widest > 0 else { return }
        let isBeside = (values.map(displayWidth).max() ?? 0) + 1 + widest <= room
        for index in rows.indices {
            if isBeside {
                values[index] += String(repeating: " ", count: 1 + widest - displayWidth(margins[index])) + margins[index]
            } else {
                notes[index] = [margins[index], notes[index]].filter { !$0.isEmpty }.joined(separator: "; ")
            }
        }
    }

    /// Writes the names of the marks above their lines, as many to a row as find room.
    private func name(_ marks: [Mark], at lines: [Int], _ style: Style, from first: Int, _ canvas: inout Canvas) {
        var row = 0
        var end = Int.max
        for (mark, line) in zip(marks, lines) {
            let label = mark.label.shown(style).fitted(to: canvas.width - first, style)
            let columns = displayWidth(label)
            // Centred above its line, as far as the edges let it.
            let column = min(max(first, line - columns / 2), canvas.width - columns)
            if column <= end {
                row = canvas.addRow()
            }
            canvas.write(label, .secondary, row: row, column: column)
            end = column + columns
        }
    }

    /// Paints a bar of a number of columns; returns the column after it.
    private func paint(_ length: Double, _ index: Int, _ style: Style, row: Int, column: Int, _ canvas: inout Canvas) -> Int {
        let eighths = Int((length * 8).rounded())
        let full = style.isASCII ? Int(length.rounded()) : eighths / 8
        for offset in 0..<full { canvas.put(Cell(style.glyphs.bar, .bar(index)), row: row, column: column + offset) }
        let rest = eighths % 8
        if !style.isASCII, rest > 0 {
            canvas.put(Cell(style.glyphs.filledFromLeft[rest], .bar(index)), row: row, column: column + full)
            return column + full + 1
        }
        // A value that is not zero is visible.
        if full == 0, length > 0 {
            canvas.put(Cell(style.glyphs.filledFromLeft[1], .bar(index)), row: row, column: column)
            return column + 1
        }
        return column + full
    }

    private func number(_ value: Double) -> String {
        guard let decimals, value.isFinite, abs(value) < 1e9, 0...6 ~= decimals else { return Self.number(value) }
        var unit = 1.0
        for _ in 0..<decimals { unit *= 10 }
        return Wording.decimal(Int64((value * unit).rounded()), unit: Int64(unit), decimals: decimals)
    }

    /// A value in three figures, or whole thousands: "0.52", "9.4", "812", "1,240,000".
    public static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return value.isNaN ? "–" : "∞" }
        let size = abs(value)
        if size >= 1_000 {
            var scale = 1.0
            while size / scale >= 1_000 { scale *= 10 }
            return Wording.grouped(Int((value / scale).rounded() * scale))
        }
        let decimals = size >= 100 || value == value.rounded() ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
        var unit = 1.0
        for _ in 0..<decimals { unit *= 10 }
        return Wording.decimal(Int64((value * unit).rounded()), unit: Int64(unit), decimals: decimals, keepsZeros: false)
    }
}
