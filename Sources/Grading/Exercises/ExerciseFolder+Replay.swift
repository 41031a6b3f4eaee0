import ExplorationRunner

extension ExerciseFolder {
    /// The command that shows a token's schedule of an attempt, step by step.
    func replayCommand(_ token: String, of attempt: String) -> String {
        let file =
            switch attempt {
            case ownPath: ""
            case solutionPath: " --solution"
            default: " --attempt \(ShellWords.quoted(attempt))"
            }
        return "\(Invocation.interleave) replay \(token) \(exercise.name)\(file) --step"
    }
}
