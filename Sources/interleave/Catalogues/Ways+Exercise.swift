import Course
import System
import Terminal

extension Ways {
    /// The ways from a verdict on a file.
    static var fromVerdict: Ways {
        var ways = Ways()
        ways.hasHome = BuildFolder.current.package != nil
        return ways
    }

    /// The ways from a failing schedule of a file.
    /// - Parameters:
    ///   - token: the schedule: a game begins at its end.
    ///   - words: the files and their options, as the command `play` has them.
    static func fromVerdict(_ token: String, of words: [String]) -> Ways {
        var ways = fromVerdict
        ways.game = ["play"] + words + ["--from", token]
        return ways
    }

    /// The ways from an exercise, or from a verdict on an attempt at it.
    /// - Parameters:
    ///   - exercise: its name.
    ///   - isAtExercise: whether the screen is that of the exercise itself, to which no key needs to lead.
    static func from(_ exercise: String, _ course: Course, isAtExercise: Bool = false) -> Ways {
        var ways = fromVerdict
        ways.lab = course.labOfExercise[exercise]
        ways.variant = course.variantOfExercise[exercise]
        if !isAtExercise { ways.exercises = [Exercise(name: exercise)] }
        return ways
    }
}
