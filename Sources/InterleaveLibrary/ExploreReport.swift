import Words
import Diagnosis
import ExplorationRunner
import Explorer
import TraceRecords

/// The results of an exploration or a replay.
public struct ExploreReport: Sendable, CustomStringConvertible {
    /// A value that the function returned.
    public struct Outcome: Sendable, Hashable {
        /// The value, as `print` shows it.
        public var text: String
        /// Whether the caller's check allows it.
        public var isAllowed: Bool
        /// The number of executions that ended so.
        public var executions: Int
        /// The shortest schedule that leads there, for ``replay(_:)``.
        public var token: String
    }

    /// A failure, with one execution that shows it.
    public struct Failure: Sendable, Hashable {
        /// The kind, as in the reports of `interleave explore`: `race`, `assertion`, `crash`, `misuse`, `deadlock`, `poolExhaustion`,
        /// `lostWakeup`, `leak`, `livelock` or `starvation`.
        public var verdict: String
        /// One sentence: what goes wrong.
        public var summary: String
        /// How it happens, and why.
        public var explanation: String
        /// The advice.
        public var advice: String
        /// The shortest schedule that leads there, for ``replay(_:)``.
        public var token: String
        /// The place in the source; nil: it has none.
        public var file: String?
        /// The line, from 1 on.
        public var line: Int?
    }

    /// The kind of the first failure, or `none`.
    public let verdict: String
    /// The number of executions, each with another order of conflicting steps.
    public let executions: Int
    /// Whether every interleaving was run, equivalent ones once.
    public let isComplete: Bool
    /// The values that the function returned, the most frequent first.
    public let outcomes: [Outcome]
    /// The failures, the most serious first.
    public let failures: [Failure]
    /// Modules of other packages that the test uses and that are not instrumented: accesses to memory in them are not seen. Their locks,
    /// queues and tasks are.
    public let unseenModules: [String]
    /// Whether nothing fails in any interleaving: all were run, or as many as the caller's budget allows.
    public let isCorrect: Bool
    /// The whole result in words, as `interleave explore` prints it: the first failure as a table of source lines.
    public let description: String

    init(_ result: ExplorationResult, of place: CallerPlace, budget: Int?, unseen: [String]) {
        let report = result.report
        verdict = report.verdict.rawValue
        executions = report.executionsAltogether
        isComplete = report.isComplete
        isCorrect = report.verdict == .none && (report.isCompleteWithinBound || budget != nil || report.log != nil) && !report.wasStopped
        unseenModules = unseen
        outcomes = report.outcomes.map {
            Outcome(text: $0.text, isAllowed: $0.isAllowed, executions: $0.executions, token: result.token($0.path))
        }
        failures = zip(report.findings, result.explanations).map { finding, words in
            let place = words.locations.first
            return Failure(
                verdict: finding.verdict.rawValue, summary: words.summary, explanation: words.explanation, advice: words.hint,
                token: result.token(finding.path), file: place?.file, line: place?.line)
        }
        var text =
            report.log == nil
            ? result.shortText(width: 100, subject: place.function, replay: place.replaying)
            : result.shortReplayText(width: 100, subject: place.function, replay: place.replaying)
        if report.verdict == .none, !unseen.isEmpty {
            text += "\nNot seen: accesses to memory in \(Self.list(unseen)). Locks, queues and tasks of that code are seen."
        }
        description = text
    }

    private static func list(_ names: [String]) -> String {
        names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }
}

/// Why there is no result.
public struct ExploreError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do next.
    public let description: String

    init(_ error: ExplainedError) { description = error.description }
    init(_ description: String) { self.description = description }

    /// The program has another ThreadSanitizer, to which the accesses are reported.
    static var otherSanitizer: ExploreError {
        ExploreError(
            """
            The explorer does not see the accesses to memory in this process: they are reported to ThreadSanitizer.
            Call `swift test` without `--sanitize=thread`. For the linker, leave that option out of Package.swift too.
            """)
    }

    /// Explored code explores.
    static func nested(_ function: String) -> ExploreError {
        ExploreError(
            """
            \(function) is explored already, and cannot explore anything itself.
            Take the trait `.explored` away, or the call of `explore`.
            """)
    }

    /// A token does not lead anywhere in this function.
    static func otherProgram(_ function: String) -> ExploreError {
        ExploreError(
            """
            The token's schedule does not match \(function) as it is now.
            Explore it again, and take a token from the new report.
            """)
    }

    /// Accesses to memory in these modules are not seen, so a `none` would mean nothing.
    static func notInstrumented(_ modules: [String]) -> ExploreError {
        let isOne = modules.count == 1, names = modules.joined(separator: ", ")
        return ExploreError(
            """
            The target\(isOne ? "" : "s") \(names) \(isOne ? "is" : "are") not instrumented: the explorer does not see \(isOne ? "its" : "their") accesses to memory.
            Add this to \(isOne ? "it" : "each of them") in Package.swift: swiftSettings: [.unsafeFlags(["-Xfrontend", "-sanitize=thread"])]
            """)
    }
}
