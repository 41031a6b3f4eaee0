import Exploring

extension ExerciseFolder {
    /// The command that shows a token's schedule of an attempt, step by step.
    func replayCommand(_ token: String, of attempt: String) -> String {
        let file =
            switch attempt {
            case ownPath: ""
            case solutionPath: " --solution"
            default: " --attempt \(Self.quoted(attempt))"
            }
        return "swift run interleave replay \(token) \(exercise.name)\(file) --step"
    }

    /// A path as a shell takes it for one word.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+,".contains($0) }
        return isPlain ? path : "'\(path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }
}
