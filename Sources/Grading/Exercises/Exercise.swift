/// An exercise: the code that its attempt is compiled with, and the checks that it must pass.
///
/// All that belongs to it is in `Exercises/<name>`, apart from the solutions and attempts, which are in `Solutions/<name>`
/// (`ExerciseFolder`). Its `exercise.json` declares it (`ExerciseDeclaration`).
public struct Exercise: Sendable {
    /// Number and name, as in its folder's name: "02-reader-writer".
    public let name: String
    /// Its topic, in a few words.
    public let topic: String
    /// The declarations that the checks call. An attempt must keep them.
    public let signatures: [String]
    /// The checks that an attempt must pass, in the order of the report.
    public let checks: [Check]
    /// The advice against a data race that costs no points elsewhere; nil if any advice will do.
    public let cureForRaces: String?
    /// The advice for threads that wait for each other in an interleaving; nil if the explorer's own
    /// advice fits the task.
    let cureForCircularWaits: String?
    /// The same for a task or a thread that waits for ever in an interleaving, for something that never comes.
    let cureForWaits: String?
    /// Whether, in the small tests, each `await` lets other tasks run first, as Swift allows, where this build stays on the actor.
    let suspendsAtEveryAwait: Bool
    /// The folder that has its folders `Exercises` and `Solutions`; nil: the package.
    public let home: String?
    /// The learner's own folder, which has their file and their progress; nil: both are beside the task.
    public var learnerFolder: String?
    /// How an attempt is called.
    let calls: Calls
    /// A remark in addition to the checks.
    let remarks: @Sendable (Evidence) -> [String]
    /// The request during which an attempt ended early, as a sentence: "It was called with a count
    /// of 0."
    let situation: @Sendable (Evidence) -> String?
    /// The part of the checks in which an attempt crashed, if the others can run without it; nil if
    /// they cannot.
    let crashedPart: @Sendable (Evidence) -> String?

    /// How an attempt is called.
    enum Calls: Equatable, Sendable {
        /// By these functions of the exercise's `Checks.swift`, which is compiled with each attempt.
        case functions([String])
        /// By the exercise's `Run.swift`, which is compiled once, with all others. `Entry.swift`, which is compiled with each attempt, gives
        /// the attempt to it.
        case run
    }

    /// The points of an attempt that passes every check.
    public var maxPoints: Double { checks.reduce(0) { $0 + $1.points } }

    /// The file of the package in which the attempt's process begins.
    var entry: String { calls == .run ? "Exercises/\(name)/Entry.swift" : "Sources/ExerciseChecks/Declared/Entry.swift" }
}
