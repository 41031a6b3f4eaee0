/// The commands of keys, on all screens.
public enum ScreenCommand: Hashable, Sendable {
    case next, previous, first, last
    /// To the event that led to this one, and to the one that this one led to.
    case cause, effect
    /// To a step of another thread, and to a step of the same one.
    case nextSwitch, previousSwitch, nextOfThread, previousOfThread
    /// Which variable, and to a change of it.
    case nextVariable, previousVariable, nextChange, previousChange
    /// A line's number follows.
    case goToLine
    /// To a step whose order decides that the run fails.
    case deciding
    /// A number follows.
    case goTo
    /// Words follow.
    case search
    case nextMatch, previousMatch
    case mark
    case detail
    case zoomIn, zoomOut, earlier, later, focus, wholeTime
    case up, down, pageUp, pageDown, halfPageUp, halfPageDown
    case lanes, staging, share, dependencies, source
    case compare, nextRun, previousRun
    /// The run of this number, from 1.
    case run(Int)
    /// The answer to a lab's question, and from there to the next variant.
    case answer
    case claims, help, quit
    /// In a lab: a list of its variants.
    case variants
    /// To another screen: the exploration of a lab's variant, the lab's page, the exercise that belongs to it, the home.
    case exploration, page, exercise, home
    /// From a picture to its log, and from there back; from an exercise and a verdict to the lab.
    case logOrLab
    /// In an exercise: one more hint, the schedule that fails, the original text, all exercises, the
    /// next exercise, the task, the verdict, a grade of the file as it is.
    case hint, stepThrough, reset, exercises, nextExercise, task, verdict, grade
    /// In a game: the thread with this digit makes its next step; the chosen one goes on as far as it can; one choice back, and forward
    /// again; from the beginning; the token; "it cannot be broken".
    case thread(Int)
    case runThread, undo, redo, restart, token, claim
    /// How long items waited and ran; from a schedule of an explored program and from an exercise: to a game of the program.
    case timesOrGame
    /// A text follows that the names of the lanes must have.
    case filter
    case hideLane, collapseLane, allLanes
    /// What is at the place of the mouse, and its wheel.
    case select, wheelUp, wheelDown
    /// The terminal shows something else than it should.
    case redraw
}

/// Where a key means something.
public enum KeyScreen: Hashable, Sendable, CaseIterable {
    /// The full screen with the timelines.
    case viewer
    /// The log of `--step`, sentence by sentence.
    case stepper
    /// An exercise, in `interleave learn`.
    case learner
    /// The home of `interleave`, and the pages of text that it shows.
    case home
    /// A game: the player chooses the thread of each step.
    case game

    /// The heading of its keys in docs/keys.md.
    var title: String {
        switch self {
        case .viewer: "The full screen with a timeline"
        case .stepper: "Step by step"
        case .learner: "An exercise"
        case .home: "The home, and a page of text"
        case .game: "A game"
        }
    }
}

extension Set<KeyScreen> {
    static let all = Set(KeyScreen.allCases)
    /// Those that show a run.
    static let ofRuns: Set<KeyScreen> = [.viewer, .stepper]
}
