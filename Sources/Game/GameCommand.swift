/// The commands of a player.
public enum GameCommand: Hashable, Sendable {
    /// The thread with this digit makes its next step.
    case choose(Int)
    /// The thread with this digit goes on until it is blocked or has ended.
    case run(Int)
    case undo, redo, restart, hint, state, code, token
    /// "It cannot be broken."
    case claim
    case help, quit

    /// Reads a line: "2", "r 2", "u".
    /// - Returns: nil if it is no command.
    public init?(_ line: String) {
        let words = line.lowercased().split(whereSeparator: \.isWhitespace).joined()
        switch words {
        case "u": self = .undo
        case "e": self = .redo
        case "0": self = .restart
        case "h": self = .hint
        case "s", "": self = .state
        case "y": self = .code
        case "t": self = .token
        case "c": self = .claim
        case "?": self = .help
        case "q": self = .quit
        default:
            let isRun = words.hasPrefix("r"), digits = isRun ? words.dropFirst() : words[...]
            guard digits.allSatisfy({ "0"..."9" ~= $0 }), let number = Int(digits), number > 0 else { return nil }
            self = isRun ? .run(number) : .choose(number)
        }
    }

    /// The commands, for a player.
    public static let list = [
        "1 2 …  this thread makes its next step", "r 1    thread 1 goes on until it is blocked or has ended",
        "u      take the last choice back", "e      make it again", "0      begin again", "h      a hint",
        "s      show the state again", "y      show the program",
        "t      print the token of this schedule", "c      \"it cannot be broken\"", "q      quit",
    ]
}
