import Words
import Dispatch
import ExplorationRunner

/// The program that explores an attempt, compiled before it is needed.
///
/// Its work is done once: immediately, or on another thread while the attempt itself is compiled
/// and run. Two cores then halve the time that a learner waits.
final class PreparedExploration: @unchecked Sendable {  // The other thread writes before `isDone`, readers wait for that.
    private let isDone = DispatchSemaphore(value: 0)
    private var names: [String] = []
    private var build: ExploredBuild?
    private var failure: (any Error)?

    /// Compiles it now.
    init(_ folder: ExerciseFolder, _ attempt: String) {
        make(folder, attempt)
    }

    /// Compiles it on another thread.
    init(ahead folder: ExerciseFolder, _ attempt: String) {
        DispatchQueue.global(qos: .userInitiated).async { self.make(folder, attempt) }
    }

    private func make(_ folder: ExerciseFolder, _ attempt: String) {
        do {
            names = try folder.namesTakenOver(by: attempt)
            if names.isEmpty { build = try ExploredBuild.make(try folder.exploredSource(of: attempt)) }
        } catch { failure = error }
        isDone.signal()
    }

    /// The names of the small tests that the attempt declares too: then there is no program.
    ///
    /// Waits until that is known.
    func namesTakenOver() throws -> [String] {
        isDone.wait()
        isDone.signal()
        if let failure { throw failure }
        return names
    }

    /// The program, for the one caller who explores it.
    func takeBuild() throws -> ExploredBuild {
        isDone.wait()
        defer { isDone.signal() }
        if let failure { throw failure }
        guard let build = build.take() else { throw ExplainedError.interrupted }
        return build
    }
}
