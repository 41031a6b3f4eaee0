import Glibc

/// Why a terminal cannot be used as a screen, in words, with what to do.
public struct UnusableTerminal: Error, Sendable {
    public var reason: String

    /// Checks what each screen needs: a terminal on standard input and output that can place its cursor.
    /// - Returns: the terminal's name, as in `TERM`.
    static func check() throws(UnusableTerminal) -> String {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw UnusableTerminal(reason: "standard input and output are not a terminal")
        }
        let name = getenv("TERM").map { String(cString: $0) } ?? ""
        guard !name.isEmpty, name != "dumb" else {
            throw UnusableTerminal(reason: "TERM is \(name.isEmpty ? "not set" : "dumb"), so this terminal cannot show a full screen")
        }
        return name
    }

    /// Takes over the terminal's settings until `TerminalMode.leave`.
    static func enter(_ use: TerminalMode.Use) throws(UnusableTerminal) {
        guard TerminalMode.enter(use) else { throw UnusableTerminal(reason: "the terminal's settings cannot be read") }
    }
}
