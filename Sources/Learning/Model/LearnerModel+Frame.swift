import Words
import Terminal
import Timeline
import Trace

extension LearnerModel {
    /// The rows of the screen: the exercise, how far its grading is, the page, and the keys.
    public mutating func frame(columns: Int, rows: Int) -> Canvas {
        var canvas = Canvas(width: columns)
        guard columns >= Screen.smallest.columns, rows >= Screen.smallest.rows else {
            let smallest = Screen.smallest
            let words = "This needs \(smallest.columns) columns and \(smallest.rows) rows. Make the terminal larger, or press q."
            for line in words.wrapped(to: columns, style).prefix(rows) { canvas.addLine(line) }
            while canvas.rows.count < rows { canvas.addRow() }
            return canvas
        }
        room = rows - Self.rowsAbove - 1
        self.columns = columns
        let content = lines(of: page, width: columns)
        if page == .list { followSelection(content.rows.count) }
        scroll = min(scroll, max(0, content.rows.count - room))
        addTitle(&canvas)
        addRule(content.rows.count, &canvas)
        for row in content.rows.dropFirst(scroll).prefix(room) { canvas.addRow(row) }
        while canvas.rows.count < rows - 1 { canvas.addRow() }
        if let prompt = typing.prompt {
            canvas.addLine(prompt.shown(columns: columns, style), .heading)
            return canvas
        }
        let words = message.map { $0.shown(style) } ?? hints(width: columns)
        canvas.addLine(words.fitted(to: columns, style), message == nil ? .secondary : .heading)
        return canvas
    }

    /// The rows above the page: the exercise, its grading, and a line.
    static let rowsAbove = 3

    /// The keys that mean something now.
    private func hints(width: Int) -> String {
        KeyTable.hints(on: .learner, width: width) { row in
            let commands = Set(row.commands.values)
            if commands.contains(.stepThrough) { return canStep }
            if commands.contains(.verdict) { return verdict != nil && page != .verdict }
            if commands.contains(.task) { return page != .task }
            if commands.contains(.hint) { return verdict?.passed != true }
            return commands.isDisjoint(with: ScreenCommand.leading) || commands.allSatisfy { ways.place(for: $0) != nil }
        }
    }

    private func addTitle(_ canvas: inout Canvas) {
        let listed = list[current]
        let passed = list.count { $0.passed }
        let end = "\(passed) of \(list.count) passed"
        let room = max(1, canvas.width - displayWidth(end) - 2)
        let name = listed.name.fitted(to: room, style)
        canvas.addLine(name, .heading)
        let topic = "  \(listed.topic)".shown(style).fitted(to: max(0, room - displayWidth(name)), style)
        canvas.write(topic, .secondary, row: 0, column: displayWidth(name))
        canvas.write(end, .secondary, row: 0, column: canvas.width - displayWidth(end))
        let (words, role) = status
        canvas.addLine(words.shown(style).fitted(to: canvas.width, style), role)
    }

    /// The line about the grading: its step, or its result.
    var status: (words: String, role: Role) {
        if let grading {
            let time = grading.seconds >= 1 ? ", \(Int(grading.seconds)) s" : ""
            let early = verdict?.isEarly == true ? "\(result): " : ""
            return ("\(early)\(grading.step)\(time) …", .name)
        }
        if failure != nil { return ("Your file could not be graded.", .warning) }
        guard verdict != nil else { return ("Not graded yet.", .secondary) }
        let time = seconds.map { "  \(Self.tenths($0)) s after the save." } ?? ""
        let work = isUnchanged ? "" : "  \(record.words)"
        return (result + "." + time + work, verdict?.passed == true ? .name : .warning)
    }

    /// "Not yet, 3 of 10 points".
    private var result: String {
        guard let verdict else { return "" }
        let headline = verdict.headline.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? verdict.headline
        let words = headline.hasSuffix(".") ? String(headline.dropLast()) : headline
        if verdict.isEarly { return "Not yet" }
        return (isUnchanged ? "The original code: " : "") + (isUnchanged ? words : words.prefix(1).uppercased() + words.dropFirst())
    }

    static func tenths(_ seconds: Double) -> String {
        let tenths = Int((min(max(seconds, 0), 1e6) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private func addRule(_ count: Int, _ canvas: inout Canvas) {
        let row = canvas.addRow()
        canvas.write(String(repeating: style.isASCII ? "-" : "─", count: canvas.width), .secondary, row: row, column: 0)
        let names: [Page: String] = [.task: "task", .verdict: "verdict", .hints: "hints", .list: "exercises", .keys: "keys"]
        canvas.write(" \(names[page] ?? "") ", .secondary, row: row, column: 2)
        guard count > room else { return }
        let last = min(count, scroll + room)
        let long = " lines \(scroll + 1) to \(last) of \(count): Up Down "
        let place = canvas.width < 60 ? " \(scroll + 1)-\(last)/\(count) " : long
        canvas.write(place, .secondary, row: row, column: max(0, canvas.width - displayWidth(place) - 2))
    }

    /// Scrolls so that the chosen exercise is visible.
    private mutating func followSelection(_ count: Int) {
        if selection < scroll { scroll = selection }
        if selection >= scroll + room { scroll = selection - room + 1 }
    }
}
