extension KeyTable {
    /// The keys in an exercise, in the order in which they matter.
    ///
    /// Where lines are typed instead of keys, the second word of a row's hint means the same as its
    /// key: "hint" is "h".
    static let learnerRows: [Row] = [
        Row("h", "a hint; again: the next one", hint: "h hint", only: .learner, [.hint: [.character("h")]]),
        Row(
            "s", "go step by step through the schedule that fails, or through the run", hint: "s step", only: .learner,
            [.stepThrough: [.character("s")]]),
        Row(
            "n", "the next exercise that has not passed", hint: "n next", only: .learner,
            [.nextExercise: [.character("n")]]),
        Row(
            "l", "all exercises, with your progress; there Up, Down and Enter choose one", hint: "l list", only: .learner,
            [.exercises: [.character("l")]]),
        Row("t", "the task", hint: "t task", only: .learner, [.task: [.character("t")]]),
        Row("v", "the verdict on your file; also Escape", hint: "v verdict", only: .learner, [.verdict: [.character("v"), .escape]]),
        Row("g", "grade the file now, without a save", hint: "g grade", only: .learner, [.grade: [.character("g")]]),
        Row(
            "r", "reset: the original text comes back, and your attempt is kept aside", hint: "r reset", only: .learner,
            [.reset: [.character("r")]]),
        Row(
            "Up Down", "scroll; also k and j, PageUp, PageDown, Space, Ctrl-U, Ctrl-D, Home, End and G", only: .learner,
            [
                .up: [.up, .character("k"), .mouse(MouseEvent(.wheelUp))],
                .down: [.down, .character("j"), .mouse(MouseEvent(.wheelDown))], .pageUp: [.pageUp, .control("u")],
                .pageDown: [.pageDown, .character(" "), .control("d")], .first: [.home], .last: [.end, .character("G")],
            ]),
        Row("Ctrl-L", "draw everything again", only: .learner, [.redraw: [.control("l")]]),
        Row("Enter", "in the list: open the exercise", only: .learner, [.detail: [.enter]]),
        Row("?", "these keys", hint: "? help", only: .learner, [.help: [.character("?"), .function(1)]]),
        Row("q", "quit", hint: "q quit", only: .learner, [.quit: [.character("q"), .character("Q"), .endOfInput]]),
    ]
}
