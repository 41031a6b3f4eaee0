import ExplorationRunner
import Game
import System
import Terminal
import Timeline
import Words

/// A game on the full screen: the steps so far above, the next step of each thread below.
struct GameScreen: ScreenContents {
    private let session: GameSession
    private var style: Style
    private(set) var isOver = false
    private var message: String?
    private var showsHelp = false
    /// The code is in the place of the steps, where there is no room for both.
    private var showsCode = false
    /// With so many columns the code is beside the steps.
    private static let wide = 130
    /// Below the steps the code has at least this many lines.
    private static let fewestLines = 5
    /// The row of the chosen thread; and the first row that is shown.
    private var selection = 0
    private var scroll = 0
    /// The row of the screen where the list of threads begins, and its length.
    private var list = (first: 0, count: 0)

    var keyScreen: KeyScreen { .game }

    init(_ session: GameSession, style: Style) {
        self.session = session
        self.style = style
        let request = session.isAtGoal ? "" : session.rules.request
        message = [session.message, request].filter { !$0.isEmpty }.joined(separator: " ")
        select()
    }

    mutating func use(_ style: Style) { self.style = style }

    /// Chooses the thread that made the last step, or the first one that can go on.
    private mutating func select() {
        let next = session.moment.next
        selection = next.firstIndex { $0.isRunning && $0.isEnabled } ?? next.firstIndex(where: \.isEnabled) ?? 0
    }

    // MARK: keys

    mutating func take(_ key: Key) {
        if key == .resized || KeyTable.command(for: key, on: .game) == .redraw { return }
        message = nil
        if showsHelp {
            showsHelp = false
            if KeyTable.command(for: key, on: .game) != .quit { return }
        }
        guard let command = KeyTable.command(for: key, on: .game) else {
            switch key {
            case .endOfInput: isOver = true
            case .mouse, .other, .escape: break
            case .paste: message = KeyTable.pasted
            default: message = KeyTable.unknown
            }
            return
        }
        obey(command, key)
    }

    private mutating func obey(_ command: ScreenCommand, _ key: Key) {
        let next = session.moment.next
        switch command {
        case .quit: isOver = true
        case .help: showsHelp = true
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .halfPageUp, .pageUp: move(by: -max(1, list.count))
        case .halfPageDown, .pageDown: move(by: max(1, list.count))
        case .first: move(by: -next.count)
        case .last: move(by: next.count)
        case .thread(let digit): play(.choose(digit))
        case .detail, .runThread:
            if case .mouse(let event) = key, !click(event) { return }
            if !next.indices.contains(selection) { return play(.choose(1)) }
            let digit = GameState.digit(of: next[selection])
            play(command == .detail ? .choose(digit) : .run(digit))
        case .select: if case .mouse(let event) = key { _ = click(event) }
        case .undo: play(.undo)
        case .redo: play(.redo)
        case .restart: play(.restart)
        case .hint: play(.hint)
        case .claim: play(.claim)
        case .token: play(.token)
        case .source: showsCode.toggle()
        default: message = KeyTable.unknown
        }
    }

    private mutating func move(by distance: Int) {
        selection = min(max(0, selection + distance), max(0, session.moment.next.count - 1))
    }

    private mutating func play(_ command: GameCommand) {
        let before = session.moment.choices
        session.obey(command)
        message = session.message.isEmpty ? nil : session.message
        if session.moment.choices != before { select() }
    }

    private mutating func click(_ event: MouseEvent) -> Bool {
        let row = event.row - list.first
        guard (0..<list.count).contains(row) else { return false }
        selection = scroll + row
        return true
    }

    // MARK: the frame

    mutating func frame(columns: Int, rows: Int) -> Canvas {
        var canvas = Canvas(width: columns)
        let smallest = Screen.smallest
        guard columns >= smallest.columns, rows >= smallest.rows else {
            let words = "This needs \(smallest.columns) columns and \(smallest.rows) rows. Make the terminal larger, or press q."
            for line in words.wrapped(to: columns, style).prefix(rows) { canvas.addLine(line) }
            while canvas.rows.count < rows { canvas.addRow() }
            return canvas
        }
        let state = session.state
        canvas.addLine(state.heading.shown(style).fitted(to: columns, style), .heading)
        addRule(&canvas)
        if showsHelp {
            addHelp(&canvas, rows)
        } else if let failing = shownEnd {
            let words = failing.shortReplayText(width: columns - 1, subject: state.program) { "\(Invocation.interleave) replay \($0)" }
            let lines = [state.end?.summary ?? ""].filter { !$0.isEmpty } + (message.map { [$0] } ?? [])
            for line in lines.flatMap({ $0.wrapped(to: columns - 1, style) }) { canvas.addLine(line, .heading) }
            canvas.addRow()
            let room = max(0, rows - 1 - canvas.rows.count)
            for line in words.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).prefix(room) {
                canvas.addLine(String(line).shown(style).fitted(to: columns, style))
            }
        } else {
            addMoment(&canvas, state, rows)
        }
        while canvas.rows.count < rows - 1 { canvas.addRow() }
        canvas.addLine(KeyTable.hints(on: .game, width: columns).fitted(to: columns, style), .secondary)
        return canvas
    }

    /// An execution that is told whole: the one that has reached the goal, or the answer to a wrong claim.
    private var shownEnd: ExplorationResult? {
        let end = session.counterexample ?? (session.isAtGoal ? session.moment.end : nil)
        return end.flatMap { $0.report.verdict == .none ? nil : $0 }
    }

    private mutating func addMoment(_ canvas: inout Canvas, _ state: GameState, _ rows: Int) {
        let width = canvas.width, words = [state.end?.summary, message].compactMap(\.self)
        let said = words.flatMap { $0.wrapped(to: width - 1, style) }
        let free = rows - 1 - canvas.rows.count - said.count - 2
        let count = min(state.next.count, max(3, free / 2)), room = max(3, free - count)
        addSteps(&canvas, state, room)
        while canvas.rows.count < rows - 1 - said.count - count - 2 { canvas.addRow() }
        addRule(&canvas)
        if selection < scroll { scroll = selection }
        if selection >= scroll + count { scroll = selection - count + 1 }
        scroll = min(scroll, max(0, state.next.count - count))
        list = (canvas.rows.count, count)
        for (index, line) in state.threads(width: width - 2).enumerated().dropFirst(scroll).prefix(count) {
            let role: Role = index == selection ? .heading : state.next[index].isEnabled ? .text : .secondary
            canvas.addLine(((index == selection ? "> " : "  ") + line).shown(style).fitted(to: width, style), role)
        }
        canvas.addRow()
        for line in said { canvas.addLine(line, .heading) }
    }

    /// The steps so far, the code, or both. The code has the room that the steps leave.
    private func addSteps(_ canvas: inout Canvas, _ state: GameState, _ room: Int) {
        let isWide = canvas.width >= Self.wide, first = canvas.rows.count, left = isWide ? canvas.width / 2 - 2 : canvas.width - 1
        let steps = isWide || !showsCode ? state.history(width: left, atMost: room) : []
        for line in steps { canvas.addLine(line.shown(style).fitted(to: left, style)) }
        if isWide {
            let code = state.code(around: selection, width: left, atMost: room)
            for (index, line) in code.enumerated() {
                while canvas.rows.count <= first + index { canvas.addRow() }
                canvas.write(line.shown(style).fitted(to: left, style), row: first + index, column: left + 3)
            }
            return
        }
        let rest = steps.isEmpty ? room : room - steps.count - 1
        guard rest >= Self.fewestLines else { return }
        if !steps.isEmpty { canvas.addRow() }
        for line in state.code(around: selection, width: left, atMost: rest) {
            canvas.addLine(line.shown(style).fitted(to: left, style), steps.isEmpty ? .text : .secondary)
        }
    }

    private func addRule(_ canvas: inout Canvas) {
        let row = canvas.addRow()
        canvas.write(String(repeating: style.isASCII ? "-" : "─", count: canvas.width), .secondary, row: row, column: 0)
    }

    private func addHelp(_ canvas: inout Canvas, _ rows: Int) {
        let all = KeyTable.rows(on: .game), column = (all.map(\.shown.count).max() ?? 0) + 2
        for row in all where canvas.rows.count < rows - 1 {
            for (index, line) in row.words.wrapped(to: max(20, canvas.width - column - 1), style).enumerated() {
                let keys = index == 0 ? row.shown : ""
                canvas.addLine(keys + String(repeating: " ", count: column - keys.count) + line)
            }
        }
    }
}
