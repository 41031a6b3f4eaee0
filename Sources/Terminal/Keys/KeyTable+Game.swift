extension KeyTable {
    /// The keys of a game.
    static let gameRows: [Row] = [
        Row(
            "1-9", "the thread with this digit makes its next step", hint: "1-9 step", on: [.game],
            [
                .thread(1): [.character("1")], .thread(2): [.character("2")], .thread(3): [.character("3")], .thread(4): [.character("4")],
                .thread(5): [.character("5")], .thread(6): [.character("6")], .thread(7): [.character("7")], .thread(8): [.character("8")],
                .thread(9): [.character("9")],
            ]),
        Row(
            "r", "the chosen thread goes on until it is blocked or has ended", hint: "r run", on: [.game],
            [.runThread: [.character("r")]]),
        Row(
            "u e", "take the last choice back, make it again; also Backspace, Left and Right", hint: "u undo", on: [.game],
            [.undo: [.character("u"), .backspace, .left], .redo: [.character("e"), .right]]),
        Row("h", "a hint: whether this schedule can still win, and how", hint: "h hint", on: [.game], [.hint: [.character("h")]]),
        Row(
            "y", "show or hide your code in the place of the steps; it is there before the first step, and on a wide screen",
            hint: "y code", on: [.game],
            [.source: [.character("y")]]),
        Row(
            "c", "\"it cannot be broken\": right only if no interleaving fails", hint: "c cannot be broken", on: [.game],
            [.claim: [.character("c")]]),
        Row(
            "Up Down", "choose a thread; also k and j, and the wheel; PageUp and PageDown, Ctrl-B and Ctrl-F, Ctrl-U and Ctrl-D: more",
            hint: "Up Down thread", on: [.game], scrolling(.up, .down, withWheel: true)),
        Row("Home End", "the first thread, the last thread; also G", on: [.game], [.first: [.home], .last: [.end, .character("G")]]),
        Row(
            "Enter", "the chosen thread makes its next step; also a double click", hint: "Enter", on: [.game],
            [.detail: [.enter, .mouse(MouseEvent(.doubleClick))], .select: [.mouse(MouseEvent(.click))]]),
        Row("0", "begin again", hint: "0 again", on: [.game], [.restart: [.character("0")]]),
        Row("t", "the token of this schedule", hint: "t token", on: [.game], [.token: [.character("t")]]),
    ]
}
