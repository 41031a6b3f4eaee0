import Glibc

/// The terminal as a screen for pictures, in 24-bit colors where it has them. It is restored on
/// every exit path.
///
/// ncurses knows no 24-bit colors on many terminals. So this screen writes the escape sequences that all
/// terminals of today understand, and only for the places that have changed.
public final class ColourScreen {
    /// Only ASCII characters can be shown.
    public let isASCII: Bool
    /// Whether pictures can be shown in color.
    public var isColoured: Bool { colours != .none }

    private let colours: ColourFrame.Colours
    private var shown: ColourFrame?

    /// Takes over the terminal on standard input and output.
    ///
    /// - Parameter isASCII: the user wants only ASCII characters. The terminal may need the same.
    /// - Parameter isColoured: false: the user wants no colors.
    public init(isASCII: Bool, isColoured: Bool) throws(UnusableTerminal) {
        let terminal = try UnusableTerminal.check()
        try UnusableTerminal.enter(.pictures)
        self.isASCII = isASCII || TerminalAbilities.own.isASCII
        colours = isColoured ? Self.colours(terminal, Self.variable("COLORTERM")) : .none
        shown = nil
    }

    /// Restores the terminal.
    public func close() { TerminalMode.leave() }

    /// Columns and rows now.
    public var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (min(500, Int(size.ws_col)), min(200, Int(size.ws_row)))
    }

    /// Shows a frame: sends only what changed.
    public func show(_ frame: ColourFrame) {
        if TerminalMode.takeContinued() { shown = nil }
        let bytes = frame.encoded(after: shown, colours)
        shown = frame
        if bytes.isEmpty { return }
        // Terminals that can do so show it in one piece.
        let all = Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
        var sent = 0
        while sent < all.count {
            let count = all[sent...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR, errno != EAGAIN { return }
            sent += max(0, count)
        }
    }

    /// The keys that were pressed since the last call. `endOfInput` is the last one there will ever be.
    public func keys() -> [Key] {
        var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 0) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : [.endOfInput] }
        return count == 0 ? [.endOfInput] : Self.keys(in: bytes.prefix(count))
    }

    /// The keys that a terminal sends as these bytes.
    static func keys(in bytes: ArraySlice<UInt8>) -> [Key] {
        var decoder = KeyDecoder()
        let keys = bytes.flatMap { decoder.take($0) } + decoder.pause()
        return keys.map { $0 == .control("d") ? .endOfInput : $0 }
    }

    static func colours(_ terminal: String, _ colourTerminal: String) -> ColourFrame.Colours {
        if ["truecolor", "24bit"].contains(colourTerminal) || terminal.hasSuffix("-direct") { return .direct }
        return terminal.contains("256color") || ["tmux", "screen", "xterm"].contains { terminal.hasPrefix($0) } ? .indexed : .none
    }

    private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}
