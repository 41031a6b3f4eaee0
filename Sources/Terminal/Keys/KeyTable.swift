/// The keys and their commands. Keys are looked up in this list; the help of each screen, the line of hints and docs/keys.md are made
/// from it.
///
/// A key that is not in a row does nothing, and a row without a command cannot be written, so the help always agrees with the behaviour.
public enum KeyTable {
    /// Keys that belong together, as one line of `?` shows them.
    public struct Row: Sendable {
        /// As they are shown: ". ,".
        public let shown: String
        /// Their effect: "the next event, the event before; also Space and b".
        public let words: String
        /// As the line of hints shows them: ". , step"; nil: only `?` shows them.
        public let hint: String?
        public let screens: Set<KeyScreen>
        /// The command of each key.
        public let commands: [Key: ScreenCommand]

        init(
            _ shown: String, _ words: String, hint: String? = nil, on screens: Set<KeyScreen>,
            _ commands: KeyValuePairs<ScreenCommand, [Key]>
        ) {
            self.shown = shown
            self.words = words
            self.hint = hint
            self.screens = screens
            self.commands = Dictionary(
                commands.flatMap { command, keys in keys.map { ($0, command) } }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// The command of a key on a screen; nil for none.
    public static func command(for key: Key, on screen: KeyScreen) -> ScreenCommand? {
        commands[screen]?[key.withoutPlace]
    }

    /// The row of a key that means something on the full screen, but not on this screen.
    public static func elsewhere(_ key: Key, on screen: KeyScreen) -> Row? {
        rows(on: .viewer).first { !$0.screens.contains(screen) && $0.commands[key] != nil }
    }

    /// The rows of a screen.
    public static func rows(on screen: KeyScreen) -> [Row] { rows.filter { $0.screens.contains(screen) } }

    /// The hints of a screen in the order in which they matter, as many as fit into a width; those for help and quitting are always there.
    ///
    /// - Parameter isOffered: whether a row means something just now.
    public static func hints(on screen: KeyScreen, width: Int, isOffered: (Row) -> Bool = { _ in true }) -> String {
        let all = rows(on: screen).filter { $0.hint != nil && isOffered($0) }
        func isAlways(_ row: Row) -> Bool { row.commands.values.contains { $0 == .help || $0 == .quit } }
        var hints = all.filter { !isAlways($0) }.compactMap(\.hint)
        let last = all.filter(isAlways).compactMap(\.hint)
        while hints.count > 1, (hints + last).joined(separator: "  ").count > width { hints.removeLast() }
        return (hints + last).joined(separator: "  ")
    }

    /// The message for a key without a command.
    public static let unknown = "this key does nothing here (? shows all keys)"

    /// The message for a text that is pasted where nothing is typed: its letters are no keys.
    public static let pasted = "a pasted text does nothing here (paste it after / to search for it)"

    /// The list as docs/keys.md shows it: a table for each screen.
    public static var markdown: String {
        KeyScreen.allCases.map { screen in
            let lines = rows(on: screen).map { row in
                let keys = row.shown.split(separator: " ").map { "`\($0)`" }.joined(separator: " ")
                return "| \(keys) | \(row.words.replacing("|", with: "\\|")) |"
            }
            return "## \(screen.title)\n\n| keys | what they do |\n|---|---|\n\(lines.joined(separator: "\n"))\n"
        }.joined(separator: "\n")
    }

    private static let commands: [KeyScreen: [Key: ScreenCommand]] = Dictionary(
        uniqueKeysWithValues: KeyScreen.allCases.map { screen in
            (screen, rows(on: screen).reduce(into: [:]) { $0.merge($1.commands) { first, _ in first } })
        })
}
