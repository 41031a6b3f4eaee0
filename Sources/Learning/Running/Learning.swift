import Words
import Terminal

/// `interleave learn`: a file is watched, graded on each save, and its verdict shown, until the
/// learner leaves.
public enum Learning {
    /// Runs a session to its end.
    /// - Parameters:
    ///   - warn: prints a sentence on standard error.
    ///   - write: writes to standard output.
    /// - Returns: false where a script's commands have ended, and the last verdict was not a pass.
    /// - Throws: `ExplainedError` if texts are missing; and the errors of `write`.
    public static func run(
        _ setup: LearnerSetup, warn: (String) -> Void, write: @escaping (String) throws -> Void
    ) throws -> Bool {
        let signals = TerminationSignals.catchAll()
        let session = try LearnerSession(setup)
        defer { session.finish() }
        if !setup.isPlain {
            do {
                try FullScreenLearner.run(session, signals: signals)
                return true
            } catch { warn("this is plain text, because \(error.reason).") }
        }
        session.model.style.colour = .none
        var front = PlainLearner(session, columns: setup.columns, write: write)
        return try front.run(signals: signals)
    }
}
