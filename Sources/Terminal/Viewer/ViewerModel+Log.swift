import Words
import Narration
import Timeline
import Trace

extension ViewerModel {
    /// The sentences around the cursor, and the state at that moment: below the timelines, side by
    /// side where there is room.
    mutating func addLog(rows: Int, state: Int, _ now: TraceState?, _ canvas: inout Canvas) {
        guard rows > 0 else { return }
        let model = runs[current]
        let first = canvas.rows.count, below = isWide ? rows : rows + state
        let left = logWidth
        for _ in 0..<below { canvas.addRow() }
        var (rows, state) = (rows, state)
        if showsSource, hasRoomForSource {
            addSource(top: first, rows: below, from: left + 1, &canvas)
        } else if showsSource, below > 4 {
            // The sentence itself stays.
            (rows, state) = (3, 0)
            addSource(top: first + rows, rows: below - rows, from: 0, &canvas)
        }
        let place = model.step >= 0 ? "event \(model.step + 1) of \(model.log.count)" : "no events"
        canvas.writeRule("Log: \(place)", row: first, from: 0, to: left, style)
        let lines = LogLines.around(model.step, in: model.log, width: left - 1, limit: rows - 1, isASCII: style.isASCII)
        for (index, (step, line)) in lines.enumerated() {
            write(line, row: first + 1 + index, column: 0, &canvas)
            places.log[first + 1 + index] = step
        }
        guard state > 1 else { return }
        let top = isWide ? first : first + rows
        let column = isWide ? left + 1 : 0
        canvas.writeRule("State", row: top, from: column, to: isWide ? canvas.width : left, style)
        guard let now else { return }
        let panel = model.panel.lines(
            now, width: (isWide ? canvas.width : left) - column - 1, limit: Swift.max(2, state - 1), isASCII: style.isASCII)
        for (index, line) in panel.prefix(state - 1).enumerated() { write(line, row: top + 1 + index, column: column + 1, &canvas) }
    }

    /// The lines of code around the event, with a letter for each thread at its present line.
    private mutating func addSource(top: Int, rows: Int, from column: Int, _ canvas: inout Canvas) {
        let width = canvas.width - column
        guard rows > 1, let moment = runs[current].momentNow() else {
            return canvas.writeRule("Code", row: top, from: column, to: canvas.width, style)
        }
        let present = moment.moving?.source ?? moment.threads.first?.source
        guard let present, let file = sources.file(of: present) else {
            canvas.writeRule("Code", row: top, from: column, to: canvas.width, style)
            let words = present == nil ? "No line is known for this event." : "The file of this line has changed, or cannot be read."
            return canvas.write([StyledText(.secondary, words)], row: top + 1, column: column + 1, width: width - 1, style)
        }
        canvas.writeRule("Code: \(file.name)", row: top, from: column, to: canvas.width, style)
        let pane = SourcePane(file: file, threads: moment.threads, style: style)
        for (row, line) in pane.lines(around: present.line, rows: rows - 1).enumerated() {
            canvas.write(line, row: top + 1 + row, column: column, width: width, style)
        }
    }

    func write(_ line: [Span], row: Int, column: Int, _ canvas: inout Canvas) {
        var column = column
        for span in line {
            let text = span.text.shown(style)
            canvas.write(text, Self.role(span.role), row: row, column: column)
            column += displayWidth(text)
        }
    }

    /// How the roles of a sentence look.
    package static func role(_ role: Narration.Role) -> Timeline.Role {
        switch role {
        case .number, .time, .place: .secondary
        case .subject: .name
        case .warning: .warning
        case .bug: .bug
        case .text: .text
        case .keyword: .keyword
        case .string: .string
        case .literal: .literal
        }
    }
}
