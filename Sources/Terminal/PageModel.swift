import Timeline
import Words

/// A page of text on the full screen: scrolled and searched as in `less`.
public struct PageModel: ScreenContents, Sendable {
    private let title: String
    private let text: String
    private let style: Style
    public private(set) var isOver = false
    private var lines: [(text: String, role: Role)] = []
    private var linesWidth = 0
    private var scroll = 0
    private var room = 20
    private var typing = Typing()
    private var message: String?

    public var keyScreen: KeyScreen { .home }

    /// - Parameters:
    ///   - title: the page's name.
    ///   - markdown: its text.
    public init(title: String, markdown: String, style: Style) {
        (self.title, text, self.style) = (title, markdown, style)
    }

    public mutating func frame(columns: Int, rows: Int) -> Canvas {
        var canvas = Canvas(width: columns)
        room = max(1, rows - 3)
        if linesWidth != columns {
            // Long lines are hard to read.
            lines = MarkdownLines(text, width: min(columns - 1, 100), style).lines
            linesWidth = columns
        }
        scroll = min(scroll, max(0, lines.count - room))
        canvas.addLine(title.shown(style).fitted(to: columns, style), .heading)
        let row = canvas.addRow()
        canvas.write(String(repeating: style.isASCII ? "-" : "─", count: columns), .secondary, row: row, column: 0)
        if lines.count > room {
            let place = " \(scroll + 1)-\(min(lines.count, scroll + room))/\(lines.count) "
            canvas.write(place, .secondary, row: row, column: max(0, columns - place.count - 2))
        }
        for line in lines.dropFirst(scroll).prefix(room) { canvas.addLine(line.text, line.role) }
        while canvas.rows.count < rows - 1 { canvas.addRow() }
        let keys = "Up Down scroll  Space page  / search  q back"
        let last = typing.prompt?.shown(columns: columns, style) ?? (message ?? keys).shown(style).fitted(to: columns, style)
        canvas.addLine(last, typing.prompt == nil && message == nil ? .secondary : .heading)
        return canvas
    }

    public mutating func take(_ key: Key) {
        if key == .resized { return }
        message = nil
        if let outcome = typing.take(key) {
            if outcome == .search { goToMatch(isForward: true) }
            return
        }
        if key == .endOfInput || key == .escape { return isOver = true }
        switch KeyTable.command(for: key, on: .home) {
        case .quit: isOver = true
        case .up: scroll = max(0, scroll - 1)
        case .down, .detail: scroll += 1
        case .pageUp: scroll = max(0, scroll - max(1, room - 1))
        case .pageDown: scroll += max(1, room - 1)
        case .halfPageUp: scroll = max(0, scroll - max(1, room / 2))
        case .halfPageDown: scroll += max(1, room / 2)
        case .first: scroll = 0
        case .last: scroll = lines.count
        case .search: typing.begin(.search)
        case .nextMatch: goToMatch(isForward: true)
        case .previousMatch: goToMatch(isForward: false)
        case .help: message = "The keys of a page are in the line below. q goes back."
        default: break
        }
    }

    private mutating func goToMatch(isForward: Bool) {
        let match = typing.match(in: lines.map(\.text), from: scroll, isForward: isForward, style)
        message = match.message
        if let found = match.index { scroll = found }
    }
}
