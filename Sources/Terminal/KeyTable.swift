/// The keys and their commands. Keys are looked up in this list; `?`, the line of hints and the
/// table in the docs are made from it.
///
/// A key that is not in a row does nothing, and a row without a command cannot be written, so the
/// help always agrees with the behaviour.
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
            _ shown: String, _ words: String, hint: String? = nil, only screen: KeyScreen? = nil,
            _ commands: KeyValuePairs<ScreenCommand, [Key]>
        ) {
            self.shown = shown
            self.words = words
            self.hint = hint
            screens = screen.map { [$0] } ?? [.viewer, .stepper]
            self.commands = Dictionary(
                commands.flatMap { command, keys in keys.map { ($0, command) } }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// In the order in which they matter.
    public static let rows: [Row] = [
        Row(
            ". ,", "the next event, the event before; also Space and b", hint: ". , step",
            [.next: [.character("."), .character(" ")], .previous: [.character(","), .character("b"), .backspace]]),
        Row("Enter", "all about this event: its lines of source, and the whole state", hint: "Enter detail", [.detail: [.enter]]),
        Row(
            "} {", "the next switch of the thread, the switch before", hint: "} switch", only: .stepper,
            [.nextSwitch: [.character("}")], .previousSwitch: [.character("{")]]),
        Row(
            ") (", "the next step of this thread, its step before", hint: ") same thread", only: .stepper,
            [.nextOfThread: [.character(")")], .previousOfThread: [.character("(")]]),
        Row(
            "> <", "the next change of the chosen variable, its change before", hint: "> change", only: .stepper,
            [.nextChange: [.character(">")], .previousChange: [.character("<")]]),
        Row(
            "r R", "choose the next variable, the variable before", hint: "r variable", only: .stepper,
            [.nextVariable: [.character("r")], .previousVariable: [.character("R")]]),
        Row(
            ":", "go to a line of your code: : 12 Enter, or : main.swift:12 Enter", hint: ": line", only: .stepper,
            [.goToLine: [.character(":")]]),
        Row("!", "the next step whose order decides that this run fails", hint: "! deciding step", [.deciding: [.character("!")]]),
        Row(
            "e", "in a lab: the answer to the question; there Enter goes on to the next variant", hint: "e answer, go on", only: .viewer,
            [.answer: [.character("e")]]),
        Row(
            "y", "show or hide your code at this event: beside the log, or in its place where there is little room", hint: "y code",
            only: .viewer, [.source: [.character("y")]]),
        Row(
            "w s", "zoom in, zoom out; also + (or =) and -", hint: "w s zoom", only: .viewer,
            [.zoomIn: [.character("w"), .character("+"), .character("=")], .zoomOut: [.character("s"), .character("-")]]),
        Row(
            "a d", "move to earlier, to later; also the arrows left and right", hint: "a d move", only: .viewer,
            [.earlier: [.character("a"), .left], .later: [.character("d"), .right]]),
        Row("c", "two runs, a bug above its fix; again: one run", hint: "c compare", only: .viewer, [.compare: [.character("c")]]),
        Row(
            "Tab 1-9", "another run", hint: "Tab other run", only: .viewer,
            [
                .nextRun: [.tab], .previousRun: [.backTab], .run(1): [.character("1")], .run(2): [.character("2")],
                .run(3): [.character("3")], .run(4): [.character("4")], .run(5): [.character("5")], .run(6): [.character("6")],
                .run(7): [.character("7")], .run(8): [.character("8")], .run(9): [.character("9")],
            ]),
        Row("i", "the claims about this run, and remarks on its picture", hint: "i claims", only: .viewer, [.claims: [.character("i")]]),
        Row("t", "show or hide the lab's staging, and what starts the threads of a test", hint: "t staging", [.staging: [.character("t")]]),
        Row(
            "f 0", "zoom to this event's item, show all of the time", hint: "f focus", only: .viewer,
            [.focus: [.character("f")], .wholeTime: [.character("0")]]),
        Row(
            "[ ]", "the event that led to this one, the event that it led to", hint: "[ ] cause",
            [.cause: [.character("[")], .effect: [.character("]")]]),
        Row(
            "/ n N", "search: / and a word and Enter, the next match, the match before", hint: "/ search",
            [.search: [.character("/")], .nextMatch: [.character("n")], .previousMatch: [.character("N")]]),
        Row(
            "g", "go to an event: g 12 Enter; to a moment of the run: g 12.5 ms Enter (ns, us, ms, s)", hint: "g go to",
            [.goTo: [.character("g")]]),
        Row("Home End", "the first event, the last event; also G", [.first: [.home], .last: [.end, .character("G")]]),
        Row("m", "mark this event and show the time from it; again: no mark", [.mark: [.character("m")]]),
        Row(
            "l", "a lane for each queue, for each thread, or for each Swift task", hint: "l lanes", only: .viewer,
            [.lanes: [.character("l")]]),
        Row(
            "p", "how long items waited and ran: of each queue, actor and task name", hint: "p times", only: .viewer,
            [.load: [.character("p")]]),
        Row(
            "F", "only lanes with a text in their names: F net Enter; F Enter: all", hint: "F filter", only: .viewer,
            [.filter: [.character("F")]]),
        Row(
            "H C A", "hide the lane of this event, collapse it into one row, show all lanes as they were", hint: "H C lane", only: .viewer,
            [.hideLane: [.character("H")], .collapseLane: [.character("C")], .allLanes: [.character("A")]]),
        Row(
            "o", "show or hide which operation depends on which, as arrows", hint: "o operations", only: .viewer,
            [.dependencies: [.character("o")]]),
        Row("v", "a larger log; again: a larger picture; again: both", only: .viewer, [.share: [.character("v")]]),
        Row(
            "Up Down", "scroll the lanes; also k and j, PageUp and PageDown, Ctrl-U and Ctrl-D", only: .viewer,
            [
                .up: [.up, .character("k")], .down: [.down, .character("j")], .pageUp: [.pageUp, .control("u")],
                .pageDown: [.pageDown, .control("d")],
            ]),
        // (A mouse has places; here they are 0.)
        Row(
            "click", "the event at that place of a lane, or of the log; with Shift, most terminals select text instead", only: .viewer,
            [.select: [.mouse(MouseEvent(.click))]]),
        Row(
            "wheel", "scroll the lanes; at the axis: zoom; at the log: the next event, the event before; with Shift: move in time",
            only: .viewer,
            [
                .wheelUp: [.mouse(MouseEvent(.wheelUp))], .wheelDown: [.mouse(MouseEvent(.wheelDown))],
                .earlier: [.mouse(MouseEvent(.wheelUp, isShifted: true))], .later: [.mouse(MouseEvent(.wheelDown, isShifted: true))],
            ]),
        Row(
            "arrows", "down and right: the next event; up and left: the event before; also j and k", only: .stepper,
            [
                .next: [.down, .right, .pageDown, .character("j")], .previous: [.up, .left, .pageUp, .character("k")],
            ]),
        Row("Ctrl-L", "draw everything again", [.redraw: [.control("l")]]),
        Row("?", "these keys; also F1 and h", hint: "? help", [.help: [.character("?"), .character("h"), .function(1)]]),
        Row("q", "quit", hint: "q quit", [.quit: [.character("q"), .character("Q")]]),
    ]

    /// The command of a key on a screen; nil for none.
    public static func command(for key: Key, on screen: KeyScreen) -> ScreenCommand? {
        commands[screen]?[key.withoutPlace]
    }

    /// The row of a key that means something, but not on this screen.
    public static func elsewhere(_ key: Key, on screen: KeyScreen) -> Row? {
        rows.first { !$0.screens.contains(screen) && $0.commands[key] != nil }
    }

    /// The rows of a screen.
    public static func rows(on screen: KeyScreen) -> [Row] { (rows + learnerRows).filter { $0.screens.contains(screen) } }

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

    /// The list as the docs show it, a line of a table for each row.
    public static var markdown: [String] {
        ["| keys | what they do | where |", "|---|---|---|"]
            + rows.map { row in
                let keys = row.shown.split(separator: " ").map { "`\($0)`" }.joined(separator: " ")
                let place = row.screens.count == 2 ? "both" : row.screens.contains(.viewer) ? "full screen" : "`--step`"
                return "| \(keys) | \(row.words) | \(place) |"
            }
    }

    private static let commands: [KeyScreen: [Key: ScreenCommand]] = Dictionary(
        uniqueKeysWithValues: [KeyScreen.viewer, .stepper, .learner].map { screen in
            (screen, rows(on: screen).reduce(into: [:]) { $0.merge($1.commands) { first, _ in first } })
        })
}
