import Narration
import Timeline
import Trace
import Words

extension StepperModel {
    /// The rows of the screen.
    public mutating func frame(columns: Int, rows: Int) -> Canvas {
        var canvas = Canvas(width: columns)
        places = StepperPlaces()
        guard columns >= Screen.smallest.columns, rows >= Screen.smallest.rows else {
            let smallest = Screen.smallest
            let words = "This needs \(smallest.columns) columns and \(smallest.rows) rows. The terminal has \(columns) and \(rows)."
            canvas.addText(words, style)
            canvas.addText("Make the terminal larger, or press q.", style)
            return canvas.cut(to: rows)
        }
        for _ in 0..<rows - 1 { canvas.addRow() }
        if let overlay {
            addOverlay(overlay, &canvas)
        } else {
            let parts = Parts(self, columns: columns, rows: rows)
            addSentences(rows: parts.sentences, &canvas)
            addProgram(top: parts.sentences, rows: parts.program, &canvas)
            addState(top: parts.sentences + parts.program, rows: parts.state, &canvas)
            addTimeline(top: parts.sentences + parts.program + parts.state, rows: parts.timeline, &canvas)
        }
        addFooter(&canvas)
        return canvas
    }

    /// How the rows above the keys are shared.
    private struct Parts {
        var sentences: Int
        var program: Int
        var state = 0
        var timeline = 0

        init(_ model: StepperModel, columns: Int, rows: Int) {
            sentences = rows < 18 ? 3 : rows < 28 ? 5 : rows < 45 ? 6 : 10
            if rows >= 28 {
                let most = rows < 45 ? 7 : 9
                state = 1 + model.panel.lines(model.log.state(at: model.index), width: columns - 2, limit: most - 1).count
            }
            if rows >= 45 { timeline = rows / 4 }
            // A circular wait is seen on a small screen, too.
            if state == 0, rows >= 18 {
                let circle = model.panel.circle(model.log.state(at: model.index), width: columns - 2).count
                state = circle > 0 ? 1 + Swift.min(circle, rows / 3) : 0
            }
            program = rows - 1 - sentences - state - timeline
        }
    }

    private mutating func addSentences(rows: Int, _ canvas: inout Canvas) {
        let lines = LogLines.around(index, in: log, width: canvas.width - 1, limit: rows, isASCII: style.isASCII)
        for (row, (step, line)) in lines.enumerated() {
            let parts = line.map {
                step == index ? StyledText($0) : StyledText($0.role == .subject ? .text : ViewerModel.role($0.role), $0.text)
            }
            canvas.write(parts.map { StyledText($0.role, $0.text.shown(style)) }, row: row, column: 0, width: canvas.width, style)
            places.sentences[row] = step
        }
    }

    // MARK: source and values

    private mutating func addProgram(top: Int, rows: Int, _ canvas: inout Canvas) {
        let isBeside = canvas.width >= 64
        let valuesWidth = isBeside ? Swift.min(64, Swift.max(30, canvas.width * 2 / 5)) : canvas.width
        let sourceWidth = isBeside ? canvas.width - valuesWidth - 1 : canvas.width
        let sourceRows = isBeside ? rows : Swift.max(3, rows - Swift.min(rows / 2, 2 + moment.values.count))
        addSource(top: top, rows: sourceRows, width: sourceWidth, &canvas)
        let first = isBeside ? top : top + sourceRows
        addValues(top: first, rows: top + rows - first, from: isBeside ? sourceWidth + 1 : 0, &canvas)
    }

    private mutating func addSource(top: Int, rows: Int, width: Int, _ canvas: inout Canvas) {
        let present = present, file = present.flatMap { sources.file(of: $0) }
        let isBefore = moment.threads.isEmpty && file != nil
        canvas.writeRule((file?.name ?? "source") + (isBefore ? ", before its first step" : ""), row: top, from: 0, to: width, style)
        guard let present, let file else {
            let known = present?.text.isEmpty == false ? present : nil
            var words =
                present == nil ? "No line of source is known for this step." : "The file of this line has changed, or cannot be read."
            if let known { words += "\n\(known.line)  \(sources.line(of: known))" }
            let lines = words.split(separator: "\n").flatMap { String($0).wrapped(to: width - 2, style) }
            for (row, line) in lines.enumerated() where row + 1 < rows {
                canvas.write([StyledText(.secondary, " \(line)")], row: top + 1 + row, column: 0, width: width, style)
            }
            return
        }
        let pane = SourcePane(file: file, threads: moment.threads, style: style)
        places.sourceColumns = 0..<width
        let first = pane.first(around: present.line, rows: rows - 1)
        for (row, line) in pane.lines(around: present.line, rows: rows - 1).enumerated() {
            canvas.write(line, row: top + 1 + row, column: 0, width: width, style)
            places.lines[top + 1 + row] = first + row
        }
    }

    private func addValues(top: Int, rows: Int, from column: Int, _ canvas: inout Canvas) {
        guard rows > 1 else { return }
        let width = canvas.width - column
        let awaited = program.variableNames
        if moment.values.isEmpty && awaited.isEmpty { return addThreads(top: top, rows: rows, from: column, &canvas) }
        let pane = ValuesPane(moment: moment, awaited: awaited, chosen: chosen, width: width, style: style)
        let threads = moment.threads.count
        // The threads keep two rows at least, and the values keep the rest.
        let room = rows - 1, wanted = Swift.max(1, moment.values.count)
        // (Below the source, on a small screen, the values need all of the room: the source has the threads' letters.)
        let isSmall = column == 0 && room < wanted + 2
        let threadRows = isSmall ? 0 : Swift.min(threads, Swift.max(Swift.min(2, room / 3), room - wanted - 1))
        let valueRows = room - (threadRows > 0 ? threadRows + 1 : 0)
        canvas.writeRule("values", row: top, from: column, to: canvas.width, style)
        let values = pane.values(rows: Swift.max(1, valueRows))
        for (row, line) in values.enumerated() where row < room {
            canvas.write(line, row: top + 1 + row, column: column, width: width, style)
        }
        guard threadRows > 0 else { return }
        let first = top + rows - threadRows - 1
        canvas.writeRule("threads", row: first, from: column, to: canvas.width, style)
        for (row, line) in pane.threads(rows: threadRows).enumerated() {
            canvas.write(line, row: first + 1 + row, column: column, width: width, style)
        }
    }

    /// In the place of the values of a run that has none: the threads, and the state if it has no pane of its own.
    private func addThreads(top: Int, rows: Int, from column: Int, _ canvas: inout Canvas) {
        let width = canvas.width - column, pane = ValuesPane(moment: moment, chosen: chosen, width: width, style: style)
        let lines =
            canvas.rows.count + 1 < 28 ? panel.lines(log.state(at: index), width: width - 1, limit: rows, isASCII: style.isASCII) : []
        let threadRows = Swift.min(moment.threads.count, Swift.max(Swift.min(3, rows - 1), rows - lines.count - 2))
        var row = top
        if threadRows > 0 {
            canvas.writeRule("threads", row: row, from: column, to: canvas.width, style)
            for (index, line) in pane.threads(rows: threadRows).enumerated() {
                canvas.write(line, row: row + 1 + index, column: column, width: width, style)
            }
            row += threadRows + 1
        }
        guard top + rows - row > 1, !lines.isEmpty else { return }
        canvas.writeRule("state", row: row, from: column, to: canvas.width, style)
        for (index, line) in lines.prefix(top + rows - row - 1).enumerated() {
            canvas.write(
                line.map { StyledText(ViewerModel.role($0.role), $0.text.shown(style)) }, row: row + 1 + index, column: column + 1,
                width: width - 1, style)
        }
    }

    // MARK: state and timeline

    private func addState(top: Int, rows: Int, _ canvas: inout Canvas) {
        guard rows > 1 else { return }
        canvas.writeRule("state", row: top, from: 0, to: canvas.width, style)
        let now = log.state(at: index), width = canvas.width - 2
        let circle = canvas.rows.count + 1 < 28 ? panel.circle(now, width: width, isASCII: style.isASCII) : []
        let lines = circle.isEmpty ? panel.lines(now, width: width, limit: Swift.max(2, rows - 1), isASCII: style.isASCII) : circle
        for (row, line) in lines.prefix(rows - 1).enumerated() {
            canvas.write(
                line.map { StyledText(ViewerModel.role($0.role), $0.text.shown(style)) }, row: top + 1 + row, column: 1,
                width: canvas.width - 1,
                style)
        }
    }

    private mutating func addTimeline(top: Int, rows: Int, _ canvas: inout Canvas) {
        guard rows > 3 else { return }
        let drawing = drawing ?? TimelineDrawing(log.trace, options: TimelineOptions(lanes: .usual(for: log.trace), style: style))
        self.drawing = drawing
        let panes = TimelinePane.panes(of: [drawing], width: canvas.width, range: nil, selected: [nil])
        guard let pane = panes.first else { return }
        canvas.writeRule("timeline", row: top, from: 0, to: canvas.width, style)
        let cells = (pane.axis + pane.lanes).prefix(rows - 1)
        let time = log.time(of: index), column = pane.column(of: time) ?? pane.columnAtEdge(before: time)
        for (row, line) in cells.enumerated() {
            for (place, cell) in line.enumerated() { canvas.put(cell, row: top + 1 + row, column: place) }
            if let column, row >= pane.axis.count { canvas.emphasise(.cursor, row: top + 1 + row, column: column) }
        }
        if let column { canvas.put(Cell(style.isASCII ? "V" : "▼", .heading), row: top + pane.axis.count, column: column) }
    }

    // MARK: keys and overlays

    private func addFooter(_ canvas: inout Canvas) {
        if let prompt = typing.prompt { return canvas.addLine(prompt.shown(columns: canvas.width, style), .heading) }
        let marked = mark.map { "\(log.duration(from: $0, to: index)) from #\($0 + 1)  " } ?? ""
        let place = "[\(index + 1)/\(log.count)] " + marked
        let row = canvas.addRow()
        canvas.write(place, .heading, row: row, column: 0)
        let room = Swift.max(1, canvas.width - displayWidth(place))
        if let message {
            return canvas.write(message.shown(style).fitted(to: room, style), .heading, row: row, column: displayWidth(place))
        }
        let hints = KeyTable.hints(on: .stepper, width: room) { row in
            let commands = row.commands.values
            if commands.contains(.nextChange) || commands.contains(.nextVariable) { return program.hasVariables }
            if commands.contains(.deciding) { return !log.trace.meanings.isEmpty }
            if commands.contains(.staging) { return hasFold }
            return commands.allSatisfy(ways.isOffered)
        }
        canvas.write(hints.shown(style), .secondary, row: row, column: displayWidth(place))
    }

    private mutating func addOverlay(_ overlay: Overlay, _ canvas: inout Canvas) {
        let lines = overlay == .help ? help(width: canvas.width - 2) : detail(width: canvas.width - 2)
        let room = canvas.rows.count - 1
        overlayScroll = Swift.max(0, Swift.min(overlayScroll, lines.count - room))
        let more = lines.count > room ? ", Down for more" : ""
        canvas.writeRule(
            (overlay == .help ? "keys" : "step \(index + 1)") + " (any key closes it\(more))", row: 0, from: 0, to: canvas.width, style)
        for (row, line) in lines.dropFirst(overlayScroll).prefix(room).enumerated() {
            canvas.write(
                line.map { StyledText(ViewerModel.role($0.role), $0.text.shown(style)) }, row: 1 + row, column: 1, width: canvas.width - 1,
                style)
        }
    }

    /// The keys, from the table in which they are looked up, and the signs of the panes.
    private func help(width: Int) -> [[Span]] {
        let rows = KeyTable.rows(on: .stepper), column = (rows.map(\.shown.count).max() ?? 0) + 2
        let keys = rows.flatMap { row in
            StepLog.wrap([Span(.text, row.words)], width: Swift.max(20, width - column)).enumerated().map { line, words in
                [Span(.subject, (line == 0 ? row.shown : "").padding(to: column))] + words
            }
        }
        let signs =
            "In your code, each thread has a letter at its present line, and \(SourcePane.arrow(style)) is before the letter of the thread that moves. "
            + "At a value: r the step reads it, w it writes it, R and W in a data race; ? means that the value cannot be read. "
            + "Only variables that several threads use are shown."
        return keys + [[]] + StepLog.wrap([Span(.text, signs)], width: width)
    }

    /// The whole sentence, all values, and the whole state.
    private mutating func detail(width: Int) -> [[Span]] {
        let step = log[index]
        var lines = StepLog.wrap(
            [Span(.subject, step.subject + ":"), Span(step.isWarning ? .warning : .text, step.text)], width: width)
        if let source = step.source, !source.file.isEmpty {
            lines += [[]] + SourceFile.excerpt(source, width: width, isASCII: style.isASCII)
        } else {
            lines += [[], [Span(.number, "No line of source is known for this event.")]]
        }
        let pane = ValuesPane(moment: moment, chosen: chosen, width: width, style: style)
        lines += [[], [Span(.number, "The values after it:")]]
        lines += pane.values(rows: Swift.max(1, moment.values.count)).map { [Span(.text, $0.map(\.text).joined())] }
        lines += pane.threads(rows: moment.threads.count).map { [Span(.text, $0.map(\.text).joined())] }
        return lines + [[], [Span(.number, "The state after it:")]]
            + panel.allLines(log.state(at: index), width: width, isASCII: style.isASCII)
    }
}
