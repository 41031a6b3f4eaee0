import Terminal
import Timeline
import Words

/// The home's screen as a value, without a terminal: tests can press keys and read rows.
public struct HomeModel: Sendable {
    public private(set) var contents: HomeContents
    public var style: Style
    /// A sentence about the last key, or about what could not be done.
    public var message: String?
    /// The index of the chosen line.
    public private(set) var selection = 0
    /// How many lines are scrolled out at the top.
    private var scroll = 0
    /// The rows for the list in the last frame.
    private var room = 20
    private var typing = Typing()
    private var showsHelp = false
    private var helpScroll = 0

    /// The result of a key.
    public enum Request: Equatable, Sendable {
        case quit
        case open(HomeAction)
    }

    public init(_ contents: HomeContents, style: Style) { (self.contents, self.style) = (contents, style) }

    /// Other contents, with the same entry chosen if it is still there.
    public mutating func update(_ contents: HomeContents) {
        let chosen = selection == 0 ? nil : self.contents.lines[selection].action
        self.contents = contents
        // The first entry is where to go on, and stays chosen.
        let same = selection < contents.lines.count && contents.lines[selection].action == chosen
        if !same { selection = contents.lines.firstIndex { $0.action == chosen && chosen != nil } ?? 0 }
    }

    public mutating func take(_ key: Key) -> Request? {
        if key == .resized || KeyTable.command(for: key, on: .home) == .redraw { return nil }
        message = nil
        if let outcome = typing.take(key) { return take(outcome) }
        if case .mouse(let event) = key, event.action == .click || event.action == .doubleClick { return click(event) }
        guard let command = KeyTable.command(for: key, on: .home) else {
            switch key {
            case .endOfInput: return .quit
            case .paste: message = KeyTable.pasted
            case .mouse, .other: break
            // Any key closes the list of keys.
            case .escape: showsHelp = false
            case _ where showsHelp: showsHelp = false
            default: message = KeyTable.unknown
            }
            return nil
        }
        return obey(command)
    }

    private mutating func obey(_ command: ScreenCommand) -> Request? {
        if showsHelp {
            switch command {
            case .up: helpScroll = max(0, helpScroll - 1)
            case .down: helpScroll += 1
            case .pageUp, .halfPageUp: helpScroll = max(0, helpScroll - room)
            case .pageDown, .halfPageDown: helpScroll += room
            default: showsHelp = false
            }
            return nil
        }
        switch command {
        case .quit: return .quit
        case .help: (showsHelp, helpScroll) = (true, 0)
        case .detail: return open()
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .halfPageUp: move(by: -max(1, room / 2))
        case .halfPageDown: move(by: max(1, room / 2))
        case .pageUp: move(by: -max(1, room - 1))
        case .pageDown: move(by: max(1, room - 1))
        case .first: move(by: -contents.lines.count)
        case .last: move(by: contents.lines.count)
        case .nextRun: goToPart(isForward: true)
        case .previousRun: goToPart(isForward: false)
        case .search: typing.begin(.search)
        case .nextMatch: goToMatch(isForward: true)
        case .previousMatch: goToMatch(isForward: false)
        default: message = KeyTable.unknown
        }
        return nil
    }

    private mutating func open() -> Request? {
        guard let action = contents.lines[selection].action else { return nil }
        if action == .asksForFile {
            typing.begin(.file)
            return nil
        }
        return .open(action)
    }

    // MARK: Moving

    private func isEntry(_ index: Int) -> Bool { contents.lines.indices.contains(index) && contents.lines[index].action != nil }

    /// Moves over the entries. Headings are passed by.
    private mutating func move(by distance: Int) {
        let wanted = min(max(0, selection + distance), contents.lines.count - 1)
        let ahead = distance < 0 ? Array(stride(from: wanted, through: 0, by: -1)) : Array(wanted..<contents.lines.count)
        let behind = distance < 0 ? Array(wanted..<contents.lines.count) : Array(stride(from: wanted, through: 0, by: -1))
        selection = (ahead + behind).first(where: isEntry) ?? selection
        if selection == contents.lines.indices.first(where: isEntry) { scroll = 0 }
    }

    /// The first entry of the next part, or of the part before.
    private mutating func goToPart(isForward: Bool) {
        let starts = [0] + contents.lines.indices.filter { contents.lines[$0].action == nil }.map { $0 + 1 }
        let found = isForward ? starts.first { $0 > selection } ?? 0 : starts.last { $0 < selection } ?? starts.last
        if let found, isEntry(found) { selection = found }
    }

    private mutating func take(_ outcome: Typing.Outcome) -> Request? {
        switch outcome {
        case .search: goToMatch(isForward: true)
        case .entered(.file, let text):
            let name = text.drop { $0 == " " }
            return name.isEmpty ? nil : .open(.file(String(name)))
        case .goesOn, .cancelled, .first, .entered: break
        }
        return nil
    }

    private mutating func goToMatch(isForward: Bool) {
        // (A heading can be found, but not be chosen.)
        let lines = contents.lines.map { $0.action == nil ? "" : "\($0.name) \($0.words)" }
        let match = typing.match(in: lines, from: selection, isForward: isForward, style)
        message = match.message
        if let found = match.index { selection = found }
    }

    private mutating func click(_ event: MouseEvent) -> Request? {
        let row = event.row - Self.rowsAbove + scroll
        guard !showsHelp, event.row >= Self.rowsAbove, event.row < Self.rowsAbove + room, isEntry(row) else { return nil }
        selection = row
        return event.action == .doubleClick ? open() : nil
    }

    // MARK: The frame

    /// The rows above the list: the title and a line.
    static let rowsAbove = 2

    /// The rows of the screen.
    public mutating func frame(columns: Int, rows: Int) -> Canvas {
        var canvas = Canvas(width: columns)
        let smallest = Screen.smallest
        guard columns >= smallest.columns, rows >= smallest.rows else {
            let words = "This needs \(smallest.columns) columns and \(smallest.rows) rows. Make the terminal larger, or press q."
            for line in words.wrapped(to: columns, style).prefix(rows) { canvas.addLine(line) }
            while canvas.rows.count < rows { canvas.addRow() }
            return canvas
        }
        room = rows - Self.rowsAbove - 1
        addTitle(&canvas)
        if showsHelp { addHelp(&canvas) } else { addList(&canvas) }
        while canvas.rows.count < rows - 1 { canvas.addRow() }
        if let prompt = typing.prompt {
            canvas.addLine(prompt.shown(columns: columns, style), .heading)
        } else {
            let words = message.map { $0.shown(style) } ?? KeyTable.hints(on: .home, width: columns)
            canvas.addLine(words.fitted(to: columns, style), message == nil ? .secondary : .heading)
        }
        return canvas
    }

    private func addTitle(_ canvas: inout Canvas) {
        canvas.addLine("Interleave", .heading)
        canvas.write(contents.progress, .secondary, row: 0, column: max(12, canvas.width - displayWidth(contents.progress)))
        let row = canvas.addRow()
        canvas.write(String(repeating: style.isASCII ? "-" : "─", count: canvas.width), .secondary, row: row, column: 0)
    }

    private mutating func addList(_ canvas: inout Canvas) {
        if selection < scroll { scroll = selection }
        // The heading of a part stays visible with its first entry.
        if scroll == selection, scroll > 0, contents.lines[scroll - 1].action == nil { scroll -= 1 }
        if selection >= scroll + room { scroll = selection - room + 1 }
        scroll = min(scroll, max(0, contents.lines.count - room))
        let names = contents.lines.dropFirst().filter { $0.action != nil }.map { displayWidth($0.name) }
        let column = min(names.max() ?? 0, max(12, canvas.width / 3))
        for index in contents.lines.indices.dropFirst(scroll).prefix(room) {
            let line = contents.lines[index]
            if line.action == nil {
                canvas.addLine(line.name.fitted(to: canvas.width, style), .heading)
                continue
            }
            let isChosen = index == selection
            let name = line.name.shown(style)
            let shown = index == 0 ? name : name.fitted(to: column, style)
            let space = String(repeating: " ", count: max(0, index == 0 ? 0 : column - displayWidth(shown)))
            let begin = "\(isChosen ? ">" : " ") \(sign(line.mark)) \(shown)\(space)  "
            let words = line.words.shown(style).fitted(to: max(0, canvas.width - 1 - displayWidth(begin)), style)
            canvas.addLine((begin + words).fitted(to: canvas.width, style), isChosen ? .heading : .text)
        }
    }

    private func sign(_ mark: HomeContents.Line.Mark) -> String {
        switch mark {
        case .none: " "
        case .begun: style.isASCII ? "o" : "◐"
        case .done: style.isASCII ? "+" : "✓"
        }
    }

    private mutating func addHelp(_ canvas: inout Canvas) {
        let all = KeyTable.rows(on: .home), column = (all.map(\.shown.count).max() ?? 0) + 2
        var lines: [String] = []
        for row in all {
            for (index, line) in row.words.wrapped(to: max(20, canvas.width - column - 1), style).enumerated() {
                let keys = index == 0 ? row.shown : ""
                lines.append(keys + String(repeating: " ", count: column - keys.count) + line)
            }
        }
        let marks = style.isASCII ? "+ done, o begun" : "✓ done, ◐ begun"
        lines += ["", "\(marks). A lab is done when you have seen its last variant, an exercise when it has passed."]
            .flatMap { $0.isEmpty ? [""] : $0.wrapped(to: canvas.width - 1, style) }
        helpScroll = min(helpScroll, max(0, lines.count - room))
        for line in lines.dropFirst(helpScroll).prefix(room) { canvas.addLine(line) }
    }
}
