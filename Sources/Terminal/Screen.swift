import CNcurses
import Glibc
import System
import Timeline

/// The terminal as a full screen: it shows rows of cells, delivers keys, and is restored on every
/// exit path.
///
/// ncurses knows the terminal's abilities and its contents, and sends only changes. This type adds
/// the exit path: whatever ends the process (a signal, a trap) first writes the few sequences that
/// restore the terminal, which a signal handler can do.
public struct Screen: ~Copyable {
    /// The fewest columns and rows on which something can be shown.
    public static let smallest = (columns: 40, rows: 12)

    private let handle: OpaquePointer
    private let colours: Int
    private var pairs: [ColourPair: Int32]
    /// The terminal's abilities: only ASCII or more, and how many colours.
    public let style: Style

    private struct ColourPair: Hashable {
        var letters: Int32
        var ground: Int32
    }

    /// Takes over the terminal on standard input and output.
    ///
    /// - Parameter style: the user's choice; the terminal may support less.
    public init(_ style: Style) throws(UnusableTerminal) {
        // (The verifier of Swift 6.2 rejects a throw in the middle of this initializer.)
        let isUnicode: Bool
        (handle, isUnicode) = try Self.takeOver()
        colours = style.colour == .none ? 0 : Int(screen_colours())
        self.style = Style(isASCII: style.isASCII || !isUnicode, colour: colours >= 256 ? .indexed : colours >= 8 ? .basic : .none)
        pairs = [:]
    }

    /// - Returns: ncurses' handle of the terminal, and whether it can show characters beyond ASCII.
    private static func takeOver() throws(UnusableTerminal) -> (handle: OpaquePointer, isUnicode: Bool) {
        let name = try UnusableTerminal.check()
        if let reason = whyTooSmall(for: "the screen") { throw UnusableTerminal(reason: reason) }
        TerminalAbilities.setCharacters()
        let isUnicode = TerminalAbilities.hasUnicode && !TerminalAbilities.own.isASCII
        try UnusableTerminal.enter(.fullScreen)
        // ncurses handles Ctrl-Z only where nothing else does.
        GroupSuspension.leaveToScreen()
        guard let handle = screen_open() else {
            GroupSuspension.takeBackFromScreen()
            TerminalMode.leave()
            throw UnusableTerminal(reason: "the terminal '\(name)' is not known on this machine (try TERM=xterm-256color)")
        }
        guard screen_is_capable() else {
            screen_close(handle)
            signal(SIGTSTP, SIG_DFL)  // ncurses has its handler by now
            GroupSuspension.takeBackFromScreen()
            TerminalMode.leave()
            throw UnusableTerminal(reason: "the terminal '\(name)' cannot place its cursor")
        }
        TerminalMode.suspendOnThisThread()
        return (handle, isUnicode)
    }

    /// Restores the terminal.
    public consuming func close() {
        screen_close(handle)
        TerminalMode.leave()
    }

    /// Columns and rows now.
    public var size: (columns: Int, rows: Int) { (Int(screen_columns()), Int(screen_rows())) }

    /// Why the terminal is too small for something, in words; nil when it is not.
    static func whyTooSmall(for use: String) -> String? {
        let size = measured
        if size.columns >= smallest.columns, size.rows >= smallest.rows { return nil }
        return
            "the terminal has \(size.columns) columns and \(size.rows) rows, and \(use) needs at least \(smallest.columns) and \(smallest.rows)"
    }

    private static var measured: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    // MARK: Drawing

    /// Shows these rows from the top; only what changed is sent.
    public mutating func show(_ canvas: Canvas) {
        if TerminalMode.takeContinued() { screen_resume() }
        screen_clear()
        for (row, cells) in canvas.rows.prefix(size.rows).enumerated() {
            var line: [screen_cell] = []
            line.reserveCapacity(cells.count)
            for cell in cells { if let glyph = cell.glyph { line.append(screenCell(glyph, cell)) } }
            screen_put_row(Int32(row), line, Int32(line.count))
        }
        screen_update()
    }

    private mutating func screenCell(_ glyph: Character, _ cell: Cell) -> screen_cell {
        var result = screen_cell()
        withUnsafeMutableBytes(of: &result.text) { bytes in
            let text = bytes.bindMemory(to: wchar_t.self)
            // The last place stays zero: it ends the text.
            for (index, scalar) in glyph.unicodeScalars.prefix(text.count - 1).enumerated() { text[index] = wchar_t(scalar.value) }
        }
        let look = cell.role.look(style.colour)
        if look.isBold { result.attributes |= screen_bold() }
        if colours > 0 {
            result.pair = pair(look.letters, look.ground)
        } else if cell.role == .secondary {
            result.attributes |= screen_dim()
        }
        let isReversed = ((cell.isReversed && colours > 0) != (look.isReversed && colours > 0)) != (cell.emphasis == .cursor)
        if isReversed { result.attributes |= screen_reverse() }
        if cell.emphasis == .selected { result.attributes |= screen_underline() | screen_bold() }
        return result
    }

    /// The number of a pair of colours; pairs are made at their first use.
    private mutating func pair(_ letters: Timeline.Role.Colour?, _ ground: Timeline.Role.Colour?) -> Int32 {
        func number(_ colour: Timeline.Role.Colour?) -> Int32 {
            colour.map { Int32(colours >= 256 ? $0.index : $0.basic) } ?? -1
        }
        let wanted = ColourPair(letters: number(letters), ground: number(ground))
        if wanted.letters == -1, wanted.ground == -1 { return 0 }
        if let known = pairs[wanted] { return known }
        let next = Int32(pairs.count + 1)
        guard screen_make_pair(next, wanted.letters, wanted.ground) else { return 0 }
        pairs[wanted] = next
        return next
    }

    /// Makes the next `show` draw everything again, for a terminal that something else wrote on.
    public func forget() { screen_forget() }

    // MARK: Keys

    /// Waits for a key; with `isWaiting` false: the key that was already pressed, or nil.
    public func read(isWaiting: Bool = true) -> Key? {
        while true {
            var isFunction = false
            errno = 0
            let code = screen_read(isWaiting ? -1 : 0, &isFunction)
            if code == screen_key_none {
                guard isWaiting else { return nil }
                // The process continues: the terminal is set up again with the next frame.
                if TerminalMode.wasJustContinued { return .resized }
                // Another signal arrived (the size changed): wait again.
                if errno == EINTR { continue }
                return .endOfInput
            }
            if !isFunction { return Self.plainKey(code) }
            if code == screen_key_paste_begins { return .paste(readPaste()) }
            guard code == screen_key_mouse || code == screen_key_old_mouse else { return Self.functionKey(code) }
            // A release, or another button.
            guard let event = code == screen_key_mouse ? readMouse() : readOldMouse() else { continue }
            return .mouse(event)
        }
    }

    /// The pasted text up to its end, or up to a pause in which nothing comes.
    private func readPaste() -> String {
        var text = String.UnicodeScalarView()
        while true {
            var isFunction = false
            let code = screen_read(1_000, &isFunction)
            if code == screen_key_none || code == screen_key_paste_ends { return String(text) }
            if !isFunction, text.count < 4_096, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) { text.append(scalar) }
        }
    }

    /// The next character of a report that has begun; nil if none comes.
    private func readNext() -> Unicode.Scalar? {
        var isFunction = false
        let code = screen_read(1_000, &isFunction)
        return code == screen_key_none || isFunction ? nil : UInt32(exactly: code).flatMap(Unicode.Scalar.init)
    }

    /// A report such as "0;48;5M".
    private func readMouse() -> MouseEvent? {
        var text = ""
        while text.utf8.count < 24, let next = readNext() {
            if next == "M" || next == "m" { return MouseEvent(report: text, isRelease: next == "m") }
            text.unicodeScalars.append(next)
        }
        return nil
    }

    /// A report of three characters: each is a number and 32.
    private func readOldMouse() -> MouseEvent? {
        let numbers = (0..<3).compactMap { _ in readNext().map { Int($0.value) - 32 } }
        guard numbers.count == 3 else { return nil }
        return MouseEvent(code: numbers[0], column: numbers[1], row: numbers[2], isRelease: numbers[0] & 67 == 3)
    }

    private static func functionKey(_ code: Int32) -> Key {
        switch code {
        case screen_key_left: .left
        case screen_key_right: .right
        case screen_key_up: .up
        case screen_key_down: .down
        case screen_key_home: .home
        case screen_key_end: .end
        case screen_key_page_up: .pageUp
        case screen_key_page_down: .pageDown
        case screen_key_enter: .enter
        case screen_key_backspace: .backspace
        case screen_key_back_tab: .backTab
        case screen_key_delete: .delete
        case screen_key_f1: .function(1)
        case screen_key_resize: .resized
        default: .other
        }
    }

    private static func plainKey(_ code: Int32) -> Key {
        switch code {
        case 10, 13: .enter
        case 27: .escape
        case 8, 127: .backspace
        case 9: .tab
        case 1...26: UInt32(exactly: code + 0x60).flatMap(Unicode.Scalar.init).map { .control(Character($0)) } ?? .other
        case 0..<32: .other
        default: UInt32(exactly: code).flatMap(Unicode.Scalar.init).map { .character(Character($0)) } ?? .other
        }
    }
}
