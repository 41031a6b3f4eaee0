extension KeyTable {
    /// In the order in which they matter.
    public static let rows: [Row] = runRows + learnerRows + homeRows + gameRows + commonRows

    private static func key(_ letters: String) -> [Key] { letters.map { .character($0) } }

    /// The keys for looking at a run: on the full screen, and step by step.
    private static let runRows: [Row] = [
        Row(
            ". ,", "the next event, the event before; also Space and b", hint: ". , step", on: .ofRuns,
            [.next: key(". "), .previous: key(",b") + [.backspace]]),
        Row(
            "Enter", "all about this event: its lines of source, and the whole state; also a double click", hint: "Enter detail",
            on: .ofRuns, [.detail: [.enter, .mouse(MouseEvent(.doubleClick))]]),
        Row(
            "p", "play the explored program: you choose which thread goes on; q comes back here", hint: "p play", on: [.stepper],
            [.timesOrGame: key("p")]),
        Row(
            "} {", "the next switch of the thread, the switch before", hint: "} switch", on: [.stepper],
            [.nextSwitch: key("}"), .previousSwitch: key("{")]),
        Row(
            ") (", "the next step of this thread, its step before", hint: ") same thread", on: [.stepper],
            [.nextOfThread: key(")"), .previousOfThread: key("(")]),
        Row(
            "> <", "the next change of the chosen variable, its change before", hint: "> change", on: [.stepper],
            [.nextChange: key(">"), .previousChange: key("<")]),
        Row(
            "r R", "choose the next variable, the variable before", hint: "r variable", on: [.stepper],
            [.nextVariable: key("r"), .previousVariable: key("R")]),
        Row(
            ":", "go to a line of your code: : 12 Enter, or : main.swift:12 Enter", hint: ": line", on: [.stepper],
            [.goToLine: key(":")]),
        Row("!", "the next step whose order decides that this run fails", hint: "! deciding step", on: .ofRuns, [.deciding: key("!")]),
        Row(
            "e", "in a lab: the answer to the question; there Enter goes on to the next variant", hint: "e answer, go on", on: [.viewer],
            [.answer: key("e")]),
        Row(
            "V", "in a lab: choose another variant; V and Enter: back to the variant before", hint: "V variants", on: [.viewer],
            [.variants: key("V")]),
        Row(
            "y", "show or hide your code at this event: beside the log, or in its place where there is little room", hint: "y code",
            on: [.viewer], [.source: key("y")]),
        Row(
            "w s", "zoom in, zoom out; also + (or =) and -, and the wheel with Ctrl", hint: "w s zoom", on: [.viewer],
            [
                .zoomIn: key("w+=") + [.mouse(MouseEvent(.wheelUp, isControl: true))],
                .zoomOut: key("s-") + [.mouse(MouseEvent(.wheelDown, isControl: true))],
            ]),
        Row(
            "a d", "move to earlier, to later; also the arrows left and right, and the wheel with Shift", hint: "a d move", on: [.viewer],
            [
                .earlier: key("a") + [.left, .mouse(MouseEvent(.wheelUp, isShifted: true))],
                .later: key("d") + [.right, .mouse(MouseEvent(.wheelDown, isShifted: true))],
            ]),
        Row("c", "two runs, a bug above its fix; again: one run", hint: "c compare", on: [.viewer], [.compare: key("c")]),
        Row(
            "Tab 1-9", "another run", hint: "Tab other run", on: [.viewer],
            [
                .nextRun: [.tab], .previousRun: [.backTab], .run(1): key("1"), .run(2): key("2"), .run(3): key("3"), .run(4): key("4"),
                .run(5): key("5"), .run(6): key("6"), .run(7): key("7"), .run(8): key("8"), .run(9): key("9"),
            ]),
        Row("i", "the claims about this run, and remarks on its picture", hint: "i claims", on: [.viewer], [.claims: key("i")]),
        Row(
            "L", "the log of this run, step by step with the code; from there back to the picture; from a verdict to the lab",
            hint: "L log",
            on: .ofRuns, [.logOrLab: key("L")]),
        Row("X", "in a lab: this variant under every interleaving", hint: "X explore", on: .ofRuns, [.exploration: key("X")]),
        Row("E", "the exercise that belongs to this", hint: "E exercise", on: .ofRuns, [.exercise: key("E")]),
        Row("P", "in a lab: its page", hint: "P page", on: .ofRuns, [.page: key("P")]),
        Row(
            "t", "show or hide the lab's staging, and what starts the threads of a test", hint: "t staging", on: .ofRuns,
            [.staging: key("t")]),
        Row(
            "f 0", "zoom to this event's item, show all of the time", hint: "f focus", on: [.viewer],
            [.focus: key("f"), .wholeTime: key("0")]),
        Row(
            "[ ]", "the event that led to this one, the event that it led to", hint: "[ ] cause", on: .ofRuns,
            [.cause: key("["), .effect: key("]")]),
        Row(
            "/ n N", "search: / and a word and Enter, the next match, the match before", hint: "/ search", on: .ofRuns,
            [.search: key("/"), .nextMatch: key("n"), .previousMatch: key("N")]),
        Row(
            "g", "go to an event: g 12 Enter; to the first one: gg; to a moment of the run: g 12.5 ms Enter (ns, us, ms, s)",
            hint: "g go to", on: .ofRuns, [.goTo: key("g")]),
        Row("Home End", "the first event, the last event; also gg and G", on: .ofRuns, [.first: [.home], .last: [.end] + key("G")]),
        Row("m", "mark this event and show the time from it; again: no mark", on: .ofRuns, [.mark: key("m")]),
        Row(
            "l", "a lane for each queue, for each thread, or for each Swift task", hint: "l lanes", on: [.viewer], [.lanes: key("l")]),
        Row(
            "p", "how long items waited and ran: of each queue, actor and task name; in an explored schedule: play the program",
            hint: "p times", on: [.viewer], [.timesOrGame: key("p")]),
        Row(
            "F", "only lanes with a text in their names: F net Enter; F Enter: all", hint: "F filter", on: [.viewer], [.filter: key("F")]),
        Row(
            "H C A", "hide the lane of this event, collapse it into one row, show all lanes as they were", hint: "H C lane", on: [.viewer],
            [.hideLane: key("H"), .collapseLane: key("C"), .allLanes: key("A")]),
        Row(
            "o", "show or hide which operation depends on which, as arrows", hint: "o operations", on: [.viewer],
            [.dependencies: key("o")]),
        Row("v", "a larger log; again: a larger picture; again: both", on: [.viewer], [.share: key("v")]),
        Row(
            "Up Down", "scroll the lanes; also k and j; Ctrl-U and Ctrl-D: more; PageUp and PageDown, Ctrl-B and Ctrl-F: most",
            on: [.viewer], scrolling(.up, .down)),
        Row(
            "click", "the event at that place of a lane, or of the log; with Shift, most terminals select text instead", on: [.viewer],
            [.select: [.mouse(MouseEvent(.click))]]),
        Row(
            "wheel", "scroll the lanes; at the axis and with Ctrl: zoom; at the log: the next event, the event before", on: [.viewer],
            [.wheelUp: [.mouse(MouseEvent(.wheelUp))], .wheelDown: [.mouse(MouseEvent(.wheelDown))]]),
        Row(
            "arrows", "down and right: the next event; up and left: the event before; also j and k, d and a, f and b, and the wheel",
            on: [.stepper],
            [
                .next: [.down, .right, .mouse(MouseEvent(.wheelDown))] + key("jdf"),
                .previous: [.up, .left, .mouse(MouseEvent(.wheelUp))] + key("ka"),
            ]),
        Row(
            "PageDown PageUp", "ten events on, ten events back; also Ctrl-F and Ctrl-B; Ctrl-D and Ctrl-U: five", on: [.stepper],
            [
                .pageDown: [.pageDown, .control("f")], .pageUp: [.pageUp, .control("b")], .halfPageDown: [.control("d")],
                .halfPageUp: [.control("u")],
            ]),
        Row(
            "click", "the event of that sentence, or the next event at that line of your code", on: [.stepper],
            [.select: [.mouse(MouseEvent(.click))]]),
    ]

    /// The keys in an exercise.
    ///
    /// Where lines are typed instead of keys, the second word of a row's hint means the same as its
    /// key: "hint" is "h".
    private static let learnerRows: [Row] = [
        Row("h", "a hint; again: the next one", hint: "h hint", on: [.learner], [.hint: key("h")]),
        Row(
            "s", "go step by step through the schedule that fails, or through the run", hint: "s step", on: [.learner],
            [.stepThrough: key("s")]),
        Row(
            "n", "the next exercise that has not passed; after a search: the next match", hint: "n next", on: [.learner],
            [.nextExercise: key("n")]),
        Row(
            "l", "all exercises, with your progress; there Up, Down and Enter choose one", hint: "l list", on: [.learner],
            [.exercises: key("l")]),
        Row("t", "the task", hint: "t task", on: [.learner], [.task: key("t")]),
        Row("v", "the verdict on your file; also Escape", hint: "v verdict", on: [.learner], [.verdict: key("v") + [.escape]]),
        Row(
            "p", "play a small test with your file: you choose which thread goes on; q comes back here", hint: "p play", on: [.learner],
            [.timesOrGame: key("p")]),
        Row("L", "the lab that shows this kind of bug", hint: "L lab", on: [.learner], [.logOrLab: key("L")]),
        Row("g", "grade the file now, without a save", hint: "g grade", on: [.learner], [.grade: key("g")]),
        Row(
            "r", "reset: the original text comes back, and your attempt is kept aside", hint: "r reset", on: [.learner],
            [.reset: key("r")]),
        Row("Up Down", "scroll; also k and j, and the wheel", on: [.learner], scrolling(.up, .down, withWheel: true)),
        Row(
            "Space b", "a page down, a page up; also f, Ctrl-F and Ctrl-B, PageDown and PageUp; Ctrl-D and Ctrl-U: half a page",
            on: [.learner], [.pageDown: key(" f"), .pageUp: key("b")]),
        Row("Home End", "the top, the bottom; also G", on: [.learner], [.first: [.home], .last: [.end] + key("G")]),
        Row(
            "/ N", "search in this page: / and a word and Enter, then n the next match, N the match before; Escape ends it",
            on: [.learner], [.search: key("/"), .previousMatch: key("N")]),
        Row(
            "Enter", "in the list: open the exercise; also a double click", on: [.learner],
            [.detail: [.enter, .mouse(MouseEvent(.doubleClick))], .select: [.mouse(MouseEvent(.click))]]),
    ]

    /// The keys of the home and of pages of text.
    private static let homeRows: [Row] = [
        Row(
            "Enter", "go on, run the lab, open the exercise, replay the verdict, or show the page; also a double click", hint: "Enter open",
            on: [.home], [.detail: [.enter, .mouse(MouseEvent(.doubleClick))], .select: [.mouse(MouseEvent(.click))]]),
        Row(
            "Up Down", "the entry before, the next entry; on a page: scroll; also k and j, and the wheel", on: [.home],
            scrolling(.up, .down, withWheel: true)),
        Row(
            "Tab", "the next part of the list; Shift and Tab: the part before", hint: "Tab next part", on: [.home],
            [.nextRun: [.tab], .previousRun: [.backTab]]),
        Row(
            "/ n N", "search: / and a word and Enter, the next match, the match before", hint: "/ search", on: [.home],
            [.search: key("/"), .nextMatch: key("n"), .previousMatch: key("N")]),
        Row(
            "Space b", "a page down, a page up; also f, Ctrl-F and Ctrl-B, PageDown and PageUp; Ctrl-D and Ctrl-U: half a page",
            on: [.home],
            [.pageDown: key(" f"), .pageUp: key("b")]),
        Row("Home End", "the top, the bottom; also g and G", on: [.home], [.first: [.home] + key("g"), .last: [.end] + key("G")]),
    ]

    /// The keys of every screen. They come last.
    private static let commonRows: [Row] = [
        Row(
            "~", "the home: the path, the labs, the exercises and your last verdicts", hint: "~ home", on: [.viewer, .stepper, .learner],
            [.home: key("~")]),
        Row("Ctrl-L", "draw everything again", on: .all, [.redraw: [.control("l")]]),
        Row("?", "these keys; also F1 and h", hint: "? help", on: .ofRuns, [.help: key("?h") + [.function(1)]]),
        Row("?", "these keys; also F1", hint: "? help", on: [.learner, .home, .game], [.help: key("?") + [.function(1)]]),
        Row("q", "quit", hint: "q quit", on: .all, [.quit: key("qQ")]),
    ]

    /// The keys that move up and down, as in less and vim.
    static func scrolling(
        _ up: ScreenCommand, _ down: ScreenCommand, withWheel hasWheel: Bool = false
    ) -> KeyValuePairs<ScreenCommand, [Key]> {
        [
            up: [.up] + key("k") + (hasWheel ? [.mouse(MouseEvent(.wheelUp))] : []),
            down: [.down] + key("j") + (hasWheel ? [.mouse(MouseEvent(.wheelDown))] : []),
            .halfPageUp: [.control("u")], .halfPageDown: [.control("d")], .pageUp: [.pageUp, .control("b")],
            .pageDown: [.pageDown, .control("f")],
        ]
    }
}
