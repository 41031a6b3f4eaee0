import enum Trace.Verdict
import Words
import Explorer

extension Explanation {
    /// Adds that the explored function had returned, if it had: the blocked work is then work that
    /// no other code waits for.
    /// - Parameter entry: the function's name.
    public func afterReturn(of entry: String, _ finding: ExplorationReport.Finding) -> Explanation {
        let ofWaiting: [Verdict] = [.deadlock, .poolExhaustion, .lostWakeup, .leak, .livelock, .starvation]
        guard let outcome = finding.outcome, ofWaiting.contains(verdict), !finding.waiting.isEmpty else { return self }
        var told = self
        if let word = Self.words.first(where: { summary.hasPrefix("\($0): ") }) {
            told.summary = "\(word) after \(entry)() has returned\(summary.dropFirst(word.count))"
        } else {
            told.summary = "After \(entry)() has returned: \(summary)"
        }
        let result = outcome == "()" || outcome.isEmpty ? "" : " with the outcome \(SafeText.quoted(outcome))"
        told.explanation =
            "\(entry)() has returned\(result). No code waits for this work any more, and a real program that ends here leaves the work undone. \(explanation)"
        return told
    }

    /// The first words of such summaries.
    private static let words = ["Busy waiting without end", "Deadlock", "Leak", "Livelock", "Lost wake-up", "Thread-pool exhaustion"]
}
