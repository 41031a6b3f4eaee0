import Explorer
import Foundation

/// What happens only if a task is suspended at an `await` at which this build does not suspend it.
///
/// Swift allows a suspension at each `await`. The compiler leaves it out where it knows that the task stays on its actor. Another compiler,
/// or another version of it, may suspend it there. So the program is explored once more, compiled without that optimization.
public struct FurtherSuspensions: Sendable {
    /// An outcome, or the name of a failure before the end, that no interleaving of this build has.
    struct Row: Sendable {
        var text: String
        /// The raw value of a verdict: the executions failed, and have no outcome.
        var failure: String?
        var isAllowed: Bool
        var executions: Int
        var token: String
    }

    var rows: [Row]
    var executions: Int
    var isComplete: Bool

    /// In the table of outcomes.
    static let mark = "if each await suspends"

    /// The page says this below the table.
    var note: String {
        let count = ExplorationResult.count(executions, "execution", "executions")
        let search = "With a suspension at each `await`: \(isComplete ? "complete, in" : "not complete, after") \(count)."
        if rows.isEmpty { return "\(search) Nothing else happens then." }
        return
            "\(search) The rows “\(Self.mark)” happen only there. Swift allows it. This build stays on the actor at such an `await`, so the verdict does not count these rows; `--every-suspension` does."
    }

    fileprivate init(_ strict: ExplorationResult, beside result: ExplorationResult) {
        let known = Set(result.report.outcomes.map(\.text)), failures = Set(result.withoutOutcome.map(\.name))
        rows = strict.report.outcomes.filter { !known.contains($0.text) }.map {
            Row(text: $0.text, isAllowed: $0.isAllowed, executions: $0.executions, token: strict.token($0.path))
        }
        rows += strict.report.findings.filter { $0.ends > 0 && !failures.contains("(\($0.verdict.rawValue))") }.map {
            Row(
                text: "(\($0.verdict.rawValue))", failure: $0.verdict.rawValue, isAllowed: false, executions: $0.ends,
                token: strict.token($0.path))
        }
        executions = strict.report.executions
        isComplete = strict.report.isComplete
    }
}

/// Explores a program once more with a suspension at each `await`. It is compiled while the first exploration runs.
public final class FurtherSuspensionSearch: @unchecked Sendable {  // The semaphores order the accesses.
    private var order: (entry: String, options: ExplorationOptions)?
    private let begin = DispatchSemaphore(value: 0), ended = DispatchSemaphore(value: 0)
    private var strict: ExplorationResult?
    private var hasEnded = false

    /// A search takes no longer than this.
    private static let patience = Duration.seconds(5)

    /// - Returns: nil if the program has no `await` at which the compiler could leave out a suspension.
    public init?(_ source: ExploredSource) {
        // (The modules of a package would have to be compiled again, too: `--every-suspension` does that.)
        guard !source.suspendsAtEveryAwait, source.modules == nil,
            source.files.contains(where: { $0.text.contains("await ") }),
            source.files.contains(where: { $0.text.contains(/\bactor\b|Actor\b/) })
        else { return nil }
        var source = source
        source.suspendsAtEveryAwait = true
        let thread = Thread { [self, source] in
            defer { ended.signal() }
            // (What does not compile is told by the first compilation.)
            guard let build = try? ExploredBuild.make(source) else { return }
            begin.wait()
            guard let order else { return }
            strict = try? build.explore(order.entry, patience: Self.patience, options: order.options)
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Ends the search, without a result if it has not begun.
    public func drop() {
        if hasEnded { return }
        hasEnded = true
        begin.signal()
        ended.wait()
    }

    /// - Parameters:
    ///   - result: of the first exploration. Only a complete one shows what is new.
    ///   - options: of the first exploration.
    public func finish(beside result: ExplorationResult, options: ExplorationOptions) -> FurtherSuspensions? {
        if result.report.isComplete, options.strategy == .exhaustive { order = (result.entry, options) }
        drop()
        return strict.map { FurtherSuspensions($0, beside: result) }
    }
}
