import System
import Words
import ExplorationRunner

extension Exercise {
    /// Its name as a command needs it, with the folder if it is not in the package.
    public var words: String { learnerFolder != nil ? name : home.map { "\(name) --exercises \(ShellWords.quoted($0))" } ?? name }
}

extension ExerciseFolder {
    /// The command that shows a token's schedule of an attempt, step by step.
    func replayCommand(_ token: String, of attempt: String) -> String {
        let file =
            switch attempt {
            case ownPath: ""
            case solutionPath: " --solution"
            default: " --attempt \(ShellWords.quoted(attempt))"
            }
        return "\(Invocation.interleave) replay \(token) \(exercise.words)\(file) --step"
    }
}
