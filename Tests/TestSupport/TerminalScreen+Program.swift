import Testing

extension TerminalScreen {
    /// A terminal in which the shell has just been given a line.
    package convenience init(running line: String, columns: Int = 100, rows: Int = 40, terminal: String? = nil) throws {
        try self.init(columns: columns, rows: rows, terminal: terminal)
        wait(for: "ready>")
        type(line)
    }

    /// Leaves the program with its key, and waits until the shell has printed what follows it: its exit code.
    package func leave(_ key: String = "q", until words: String = "exit=0", sourceLocation: SourceLocation = #_sourceLocation) {
        press(key)
        wait(for: words, sourceLocation: sourceLocation)
    }

    /// The terminal has its settings from before the program again: lines with echo.
    package func expectSettingsAsFound(sourceLocation: SourceLocation = #_sourceLocation) {
        type("stty -a | tr ' ' '\\n' | grep -E '^-?(icanon|echo);?$' | tr '\\n' ' '; echo settings=shown")
        wait(for: "icanon echo settings=shown", sourceLocation: sourceLocation)
    }
}
