import Words
import Narration
import Timeline
import Trace

extension ViewerModel {
    /// The rows of the screen: a title, the timelines, the log in step with the cursor, the state of that instant, the keys.
    public mutating func frame(columns: Int, rows: Int) -> Canvas {
        size = (columns, rows)
        places = FramePlaces()
        var canvas = Canvas(width: columns)
        guard columns >= Screen.smallest.columns, rows >= Screen.smallest.rows else {
            let smallest = Screen.smallest
            canvas.addText(
                "This needs \(smallest.columns) columns and \(smallest.rows) rows. The terminal has \(columns) and \(rows).", style)
            canvas.addText("Make the terminal larger, or press q.", style)
            return canvas.cut(to: rows)
        }
        if shown.count > 1, rows < Self.rowsForThreads { (shown, focus) = ([current], 0) }
        addTitle(&canvas)
        let now = runs[current].stateNow()
        let parts = shareRows(rows - 2, now)
        for (place, part) in parts.panes.enumerated() { addPane(part.pane, run: shown[place], rows: part.rows, place: place, &canvas) }
        addLog(rows: parts.log, state: parts.state, now, &canvas)
        while canvas.rows.count < rows - 1 { canvas.addRow() }
        var whole = canvas.cut(to: rows - 1)
        addFooter(&whole)
        if let overlay {
            let lines = lines(of: overlay, width: columns - 6)
            places.overlayRows = Self.rows(of: overlay, on: whole)
            if overlay == .variants || overlay == .exercises { followChoice() }
            overlayScroll = Swift.min(overlayScroll, Swift.max(0, lines.count - places.overlayRows))
            cover(&whole, with: lines, titled: overlay)
        }
        return whole
    }

    // MARK: Layout

    private struct Parts {
        var panes: [(pane: TimelinePane, rows: Int)]
        var log: Int
        var state: Int
    }

    /// How the rows between the title and the keys are shared.
    private func shareRows(_ rows: Int, _ now: TraceState?) -> Parts {
        let selected = shown.map { $0 == current ? runs[$0].item : nil }
        let panes = TimelinePane.panes(of: drawings, width: size.columns, range: window, selected: selected)
        // A heading for each of several runs, the axis, the lanes, a line of remarks.
        let needed = panes.map { $0.axis.count + $0.lanes.count + (hasRemarkRow($0) ? 1 : 0) + (panes.count > 1 ? 1 : 0) }
        // Two pictures on a small screen leave room only for the sentence itself.
        let leastBelow =
            switch share {
            case .balanced: panes.count > 1 && rows < 30 ? 3 : Swift.max(4, Swift.min(rows / 3, 14))
            case .words: Swift.max(4, rows - 5 - 3 * panes.count)
            case .picture: 3
            }
        let room = rows - leastBelow
        var shares = needed
        let total = needed.reduce(0, +)
        if total > room {
            if panes.count == 1 {
                shares = [room]
            } else {
                // A part that needs less than half leaves the remaining rows to the other.
                let half = room / 2
                shares =
                    needed[0] <= half
                    ? [needed[0], room - needed[0]]
                    : needed[1] <= room - half ? [room - needed[1], needed[1]] : [half, room - half]
            }
        }
        let below = rows - shares.reduce(0, +)
        // Side by side where the screen is wide, else the state below the log.
        let mostOfState = share == .words ? below / 2 : Swift.min(below / 2, 8)
        let state = isWide ? below : below >= 7 ? Swift.min(mostOfState, rowsOfState(now, atMost: mostOfState)) : 0
        return Parts(panes: zip(panes, shares).map { ($0, $1) }, log: isWide ? below : below - state, state: state)
    }

    /// Whether log and state are side by side.
    var isWide: Bool { size.columns >= 130 && !showsSource }

    /// Whether the code is shown, beside the log or in its place.
    var showsSource: Bool { runs[current].hasSource && (wantsSource ?? hasRoomForSource) }

    var hasRoomForSource: Bool { size.columns >= 110 }

    /// The columns of the log, and of the state below it.
    var logWidth: Int { isWide || showsSource && hasRoomForSource ? size.columns * 55 / 100 : size.columns }

    /// Below this number of rows, waiting threads give way to the queues below them.
    private static let rowsForThreads = 20

    /// Whether the remarks on a picture have a row. Two pictures on a small screen need it for their lanes: the heading says that
    /// there are remarks.
    private func hasRemarkRow(_ pane: TimelinePane) -> Bool { !pane.remarks.isEmpty && (shown.count == 1 || size.rows >= 30) }

    /// The rows that the state of the instant takes with its heading: the remaining rows are for
    /// the log.
    private func rowsOfState(_ now: TraceState?, atMost limit: Int) -> Int {
        guard let now, limit > 2 else { return Swift.min(limit, 2) }
        let lines = runs[current].panel.lines(now, width: logWidth - 1, limit: limit - 1, isASCII: style.isASCII)
        return 1 + Swift.max(1, lines.count)
    }

    // MARK: Timelines

    private mutating func addPane(_ pane: TimelinePane, run: Int, rows: Int, place: Int, _ canvas: inout Canvas) {
        let first = canvas.rows.count
        let isFocused = place == focus
        if shown.count > 1 {
            let mark = isFocused ? (style.isASCII ? "> " : "▸ ") : "  "
            let model = runs[run]
            canvas.addLine(mark + "\(run + 1) \(model.run.title)", isFocused ? .heading : .text)
            canvas.write(model.run.summary, .secondary, row: first, column: displayWidth(mark + "\(run + 1) \(model.run.title)") + 2)
            if !pane.remarks.isEmpty, !hasRemarkRow(pane) { note("remarks: i", row: first, &canvas) }
        }
        for row in pane.axis { canvas.addRow(row) }
        let remarks = hasRemarkRow(pane) ? 1 : 0
        let room = Swift.max(1, rows - (canvas.rows.count - first) - remarks)
        // Where two runs share the screen, or it is small, each begins with its queues and not with
        // the threads above them.
        let beginsWithQueues = shown.count > 1 || size.rows < Self.rowsForThreads
        let wanted = runs[run].scroll ?? (beginsWithQueues ? pane.firstQueueRow ?? 0 : 0)
        let follows = isFocused && followsSelection && pane.selectedRows != nil
        let offset = scrolled(wanted, pane, room: room, follows: follows)
        if follows || runs[run].scroll != nil { runs[run].scroll = offset }
        runs[run].scrolledOut = offset
        let visible = pane.lanes.dropFirst(offset).prefix(room)
        let firstLane = canvas.rows.count
        places.pictures.append(
            FramePlaces.Picture(
                place: place, pane: pane, axis: firstLane - pane.axis.count..<firstLane, lanes: firstLane..<firstLane + visible.count,
                firstLaneRow: offset))
        for row in visible { canvas.addRow(row) }
        if offset > 0 { note("\(offset) more above", row: canvas.rows.count - visible.count, &canvas) }
        let hidden = pane.lanes.count - offset - visible.count
        if hidden > 0 { note("\(hidden) more below", row: canvas.rows.count - 1, &canvas) }
        runs[run].remarks = pane.remarks
        if hasRemarkRow(pane), let remark = pane.remarks.first {
            let isCut = displayWidth(remark.shown(style)) > canvas.width
            let more = pane.remarks.count > 1 ? " (and \(pane.remarks.count - 1) more: i)" : isCut ? " (all of it: i)" : ""
            let room = Swift.max(1, canvas.width - displayWidth(more))
            canvas.addLine(remark.shown(style).fitted(to: room, style) + more, .secondary)
        }
        while canvas.rows.count - first < rows, canvas.rows.count < first + rows { canvas.addRow() }
        if isFocused { markCursor(pane, axis: first + (shown.count > 1 ? 1 : 0), lanes: visible.count, &canvas) }
    }

    /// The rows to leave out at the top, so that the picked item is visible if it can be.
    private func scrolled(_ offset: Int, _ pane: TimelinePane, room: Int, follows: Bool) -> Int {
        var offset = offset
        if follows, let rows = pane.selectedRows {
            if rows.upperBound > offset + room { offset = rows.upperBound - room }
            // The line above the item belongs to it.
            if rows.lowerBound - 1 < offset { offset = rows.lowerBound - 1 }
        }
        return Swift.max(0, Swift.min(offset, pane.lanes.count - room))
    }

    /// Says at the right edge that there is more.
    private func note(_ words: String, row: Int, _ canvas: inout Canvas) {
        let text = " \(words) "
        canvas.write(text, .heading, row: row, column: canvas.width - displayWidth(text))
    }

    private func markCursor(_ pane: TimelinePane, axis: Int, lanes: Int, _ canvas: inout Canvas) {
        guard let time = runs[current].time,
            let column = pane.column(of: time) ?? ((window?.lowerBound ?? 0) == 0 ? pane.columnAtEdge(before: time) : nil)
        else { return }
        let last = axis + pane.axis.count - 1
        canvas.put(Cell(style.isASCII ? "V" : "▼", .selection), row: last, column: column)
        for row in last + 1..<last + 1 + lanes where canvas.rows.indices.contains(row) {
            if canvas.rows[row][column].glyph == " " { canvas.put(Cell(style.isASCII ? "|" : "╎", .secondary), row: row, column: column) }
            if canvas.rows[row][column].emphasis == .none { canvas.emphasise(.cursor, row: row, column: column) }
        }
    }

    // MARK: Title and keys

    private func addTitle(_ canvas: inout Canvas) {
        let model = runs[current]
        var left = heading
        let right = view
        if shown.count == 1 {
            let number =
                if let lesson, current == runs.count - 1 {
                    // The name of the variant is more important than the marks.
                    [lesson.strip(isASCII: style.isASCII), "\(lesson.number) of \(lesson.count)"]
                        .map { $0 + ": " }
                        .first { displayWidth("\(heading)  \($0)\(model.run.title)  \(right)") <= canvas.width }
                        ?? "\(lesson.number) of \(lesson.count): "
                } else if runs.count > 1 {
                    "\(number(of: current)) of \(lesson?.count ?? runs.count): "
                } else {
                    ""
                }
            left += (left.isEmpty ? "" : "  ") + number + model.run.title
        }
        canvas.addLine(left.shown(style).fitted(to: Swift.max(1, canvas.width - displayWidth(right) - 2), style), .heading)
        if shown.count == 1, !model.run.summary.isEmpty {
            let column = displayWidth(left) + 2
            let room = canvas.width - displayWidth(right) - 2 - column
            if room > 12 { canvas.write(model.run.summary.fitted(to: room, style), .secondary, row: 0, column: column) }
        }
        canvas.write(right, .secondary, row: 0, column: canvas.width - displayWidth(right))
    }

    /// The number of a run: that of its variant in a lab, else its place.
    private func number(of run: Int) -> Int {
        guard let lesson else { return run + 1 }
        let variant = ways.variants.count == lesson.count ? ways.variants.firstIndex(of: runs[run].run.title) : nil
        return (variant ?? run + lesson.number - runs.count) + 1
    }

    /// "queues, 1.2 ms from +0.4 ms".
    private var view: String {
        let drawing = runs[current].drawing
        let lanes = runs[current].lanes.rawValue + filterWords
        guard let window else { return "\(lanes), all \(drawing.words(forDuration: length))" }
        let start = window.lowerBound + (shown.count == 1 ? drawing.layout.start : 0)
        let width = drawing.words(forDuration: window.upperBound - window.lowerBound)
        return "\(lanes), \(width) from +\(drawing.words(forDuration: start))"
    }

    /// " with \"net\", 2 hidden".
    private var filterWords: String {
        let filter = runs[current].filter
        return (filter.text.isEmpty ? "" : " with \"\(filter.text.fitted(to: 16, style))\"")
            + (filter.hidden.isEmpty ? "" : ", \(filter.hidden.count) hidden")
    }

    private func addFooter(_ canvas: inout Canvas) {
        if let prompt = typing.prompt { return canvas.addLine(prompt.shown(columns: canvas.width, style), .heading) }
        if let message { return canvas.addLine(message.shown(style).fitted(to: canvas.width, style), .heading) }
        let model = runs[current]
        let marked = model.mark.map { "\(model.log.duration(from: $0, to: model.step)) from #\($0 + 1)  " } ?? ""
        let hints = KeyTable.hints(on: .viewer, width: canvas.width - displayWidth(marked)) { row in
            let commands = row.commands.values
            if commands.contains(.compare) { return runs.count > 1 && shown.count == 1 }
            if commands.contains(.nextRun) { return runs.count > 1 }
            if commands.contains(.answer) { return lesson != nil }
            if commands.contains(.claims) { return !model.run.claims.isEmpty }
            if commands.contains(.staging) { return model.hasStaging }
            if commands.contains(.source) { return model.hasSource }
            if commands.contains(.deciding) { return !model.trace.meanings.isEmpty }
            if commands.contains(.dependencies) { return model.hasDependencies }
            if commands.contains(.logOrLab) || commands.contains(.timesOrGame) { return true }
            return commands.allSatisfy(ways.isOffered)
        }
        canvas.addLine((marked + hints).shown(style), .secondary)
    }
}

extension Canvas {
    mutating func addText(_ text: String, _ style: Style) {
        for line in text.wrapped(to: width, style) { addLine(line) }
    }

    /// The same with fewer rows.
    func cut(to count: Int) -> Canvas {
        var canvas = Canvas(width: width)
        for row in rows.prefix(count) { canvas.addRow(row) }
        return canvas
    }
}
