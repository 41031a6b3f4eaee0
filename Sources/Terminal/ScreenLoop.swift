import Timeline

/// The contents of a full screen, and the effects of its keys. Everything but the waiting can be a value without a terminal.
public protocol ScreenContents {
    /// The screen in the table of keys.
    var keyScreen: KeyScreen { get }
    /// Whether the screen is to be closed.
    var isOver: Bool { get }
    /// The rows of the screen.
    mutating func frame(columns: Int, rows: Int) -> Canvas
    /// Executes the command of a key.
    mutating func take(_ key: Key)

    /// Brings the contents up to date, before each frame.
    mutating func prepare()
    /// Waits until there is something to do.
    mutating func wait() -> ScreenWait
    /// Whether something else needs the terminal for a while.
    var wantsTerminal: Bool { get }
    /// Does what needs the terminal, which is as it was found. The screen comes back afterwards.
    mutating func useTerminal()
}

extension ScreenContents {
    public mutating func prepare() {}
    public mutating func wait() -> ScreenWait { .keys }
    public var wantsTerminal: Bool { false }
    public mutating func useTerminal() {}
}

/// The result of waiting for something to do.
public enum ScreenWait: Equatable, Sendable {
    /// Only keys matter: the screen waits for one.
    case keys
    /// Something has happened, or a key may be there.
    /// - Parameters:
    ///   - hasKeys: whether the terminal has something to read.
    ///   - wasInterrupted: whether a signal came. Another program can have written on the terminal.
    case news(hasKeys: Bool, wasInterrupted: Bool)
    /// The contents have changed already.
    case again
    /// The terminal has gone.
    case end
}

/// The loop of every full screen: a frame is drawn, a key is read, the contents take it.
enum ScreenLoop {
    /// A terminal that has gone is ready to be read for ever, and has no key.
    private static let longestSilence = 100

    /// Runs until the contents are over, and restores the terminal.
    /// - Throws: `UnusableTerminal` if the terminal cannot be drawn on any more after something else had it.
    static func run<Contents: ScreenContents>(_ contents: inout Contents, on opened: consuming Screen) throws(UnusableTerminal) {
        var screen = opened
        let style = screen.style, start = ContinuousClock.now
        var clicks = ClickCounter(), silence = 0
        func take(_ key: Key, _ contents: inout Contents, _ screen: borrowing Screen) {
            let key = clicks.take(key, at: ContinuousClock.now - start)
            if KeyTable.command(for: key, on: contents.keyScreen) == .redraw { screen.forget() }
            contents.take(key)
        }
        while !contents.isOver {
            contents.prepare()
            let size = screen.size
            screen.show(contents.frame(columns: size.columns, rows: size.rows))
            var hasKeys = false, count = 0
            switch contents.wait() {
            case .keys: take(screen.read() ?? .endOfInput, &contents, screen)
            case .news(let keys, let wasInterrupted):
                hasKeys = keys
                if wasInterrupted { screen.forget() }
            case .again: continue
            case .end:
                screen.close()
                return
            }
            // Keys that arrived meanwhile are handled before anything is drawn again.
            while !contents.isOver, !contents.wantsTerminal, let key = screen.read(isWaiting: false) {
                count += 1
                take(key, &contents, screen)
            }
            silence = hasKeys && count == 0 ? silence + 1 : 0
            if silence > longestSilence { break }
            if contents.wantsTerminal, !contents.isOver {
                screen.close()
                contents.useTerminal()
                screen = try Screen(style)
            }
        }
        screen.close()
    }
}

extension ScreenContents {
    /// Shows these contents until they are over.
    /// - Throws: `UnusableTerminal` if the terminal cannot be drawn on: at the beginning, before anything was written, or after something
    ///   else had the terminal.
    public mutating func show(style: Style, opened: (inout Self, Style) -> Void = { _, _ in }) throws(UnusableTerminal) {
        let screen = try Screen(style)
        opened(&self, screen.style)
        try ScreenLoop.run(&self, on: screen)
    }
}
