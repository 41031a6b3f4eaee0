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
        let first = canvas.rows.count
        let left = isWide ? canvas.width * 55 / 100 : canvas.width
        for _ in 0..<(isWide ? rows : rows + state) { canvas.addRow() }
        let place = model.step >= 0 ? "event \(model.step + 1) of \(model.log.count)" : "no events"
        rule("Log: \(place)", row: first, from: 0, to: left, &canvas)
        let lines = logLines(model, width: left - 1, limit: rows - 1)
        for (index, (step, line)) in lines.enumerated() {
            write(line, row: first + 1 + index, column: 0, &canvas)
            places.log[first + 1 + index] = step
        }
        guard state > 1 else { return }
        let top = isWide ? first : first + rows
        let column = isWide ? left + 1 : 0
        rule("State", row: top, from: column, to: canvas.width, &canvas)
        guard let now else { return }
        let panel = model.panel.lines(
            now, width: canvas.width - column - 1, limit: Swift.max(2, state - 1), isASCII: style.isASCII)
        for (index, line) in panel.prefix(state - 1).enumerated() { write(line, row: top + 1 + index, column: column + 1, &canvas) }
    }

    private func rule(_ words: String, row: Int, from: Int, to: Int, _ canvas: inout Canvas) {
        let line = String(repeating: style.isASCII ? "-" : "─", count: Swift.max(0, to - from))
        canvas.write(line, .quiet, row: row, column: from)
        canvas.write(" \(words) ", .quiet, row: row, column: from + 2)
    }

    /// The current sentence with those before and after it, as many as the rows hold; the current one is marked.
    private func logLines(_ model: RunModel, width: Int, limit: Int) -> [(step: Int, line: [Span])] {
        guard model.step >= 0, limit > 0 else { return [] }
        let layout = StepLog.Layout(width: width - 2, isASCII: style.isASCII)
        // All sentences that there can be room for, in one go.
        let range = Swift.max(0, model.step - limit)..<Swift.min(model.log.count, model.step + limit)
        var steps: [Step] = []
        model.log.forEach(in: range) { step in
            steps.append(step)
            return true
        }
        func lines(_ index: Int) -> [(step: Int, line: [Span])] {
            let mark = index == model.step ? (style.isASCII ? "> " : "▸ ") : "  "
            return model.log.lines(of: range.contains(index) ? steps[index - range.lowerBound] : model.log[index], layout).enumerated().map
            { row, line in
                (index, [Span(.subject, row == 0 ? mark : "  ")] + line)
            }
        }
        var result = Array(lines(model.step).prefix(limit))
        var before = model.step - 1
        var after = model.step + 1
        // Earlier sentences are above it, in a third of the rows; later ones fill the remaining
        // rows.
        let above = limit / 3
        var rowsAbove = 0
        while before >= 0, rowsAbove < above {
            let earlier = lines(before)
            guard rowsAbove + earlier.count <= Swift.max(above, 1), result.count + earlier.count <= limit else { break }
            result.insert(contentsOf: earlier, at: 0)
            rowsAbove += earlier.count
            before -= 1
        }
        while after < model.log.count, result.count < limit {
            result += lines(after).prefix(limit - result.count)
            after += 1
        }
        while before >= 0, result.count < limit {
            let earlier = lines(before)
            guard result.count + earlier.count <= limit else { break }
            result.insert(contentsOf: earlier, at: 0)
            before -= 1
        }
        return result
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
    static func role(_ role: Narration.Role) -> Timeline.Role {
        switch role {
        case .number, .time, .place: .quiet
        case .subject: .name
        case .warning: .warning
        case .bug: .bug
        case .text: .text
        }
    }
}
