import Grading
import Terminal
import Timeline

/// The exercises, the grader and the form of a session of `interleave learn`.
public struct LearnerSetup: Sendable {
    public var exercises: [Exercise]
    /// The folder with `Exercises` and `Solutions`: the package, unless the learner's files are elsewhere.
    public var home: String
    /// The index of the exercise to begin with; nil: the one that the learner worked on last, or the
    /// first that has not passed.
    public var first: Int?
    /// The program that grades the learner's file of an exercise.
    public var grader: @Sendable (Exercise) -> GraderProgram
    /// A path as people read it.
    public var shownPath: @Sendable (String) -> String
    public var style: Style
    /// The columns of a page that is printed; nil: the terminal's.
    public var columns: Int
    /// Prints lines, and reads commands as lines, even in a terminal.
    public var isPlain: Bool
    /// Called for each exercise that is opened.
    public var opened: @Sendable (Exercise) -> Void = { _ in }
    /// Called for each final verdict on a file that the learner has changed.
    public var judged: @Sendable (Exercise, LearnerVerdict) -> Void = { _, _ in }
    /// Where keys lead from the screen of an exercise.
    public var ways: @Sendable (Exercise) -> Ways = { _ in Ways() }

    public init(
        exercises: [Exercise], home: String, first: Int?, style: Style, columns: Int, isPlain: Bool,
        grader: @escaping @Sendable (Exercise) -> GraderProgram, shownPath: @escaping @Sendable (String) -> String
    ) {
        self.exercises = exercises
        self.home = home
        self.first = first
        self.style = style
        self.columns = columns
        self.isPlain = isPlain
        self.grader = grader
        self.shownPath = shownPath
    }
}
