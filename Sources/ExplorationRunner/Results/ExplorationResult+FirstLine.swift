import Diagnosis
import Explorer
import Words

/// The first line: what is wrong, in how many interleavings, and how much was run.
extension ExplorationResult {
    /// The first line, on two lines if there is no room on one.
    func firstLine(_ subject: String, _ width: Int) -> [String] {
        let line = "\(subject): \(whatIsWrong)"
        // (A replay is the same each time, so it tells no time.)
        if report.log != nil && report.coverage.strategy != .strictPriorities { return Self.wrap(line, width, indent: "") }
        // (The number of interleavings must not depend on the length of a file's name.)
        let facts = extent(line)
        if line.count + 3 + facts.count <= width { return ["\(line)   \(facts)"] }
        return Self.wrap(line, width, indent: "") + Self.wrap(facts, width, indent: "  ")
    }

    /// "2 of its 3 outcomes are wrong."
    private var whatIsWrong: String {
        if report.verdict == .none { return whyNone }
        if report.log != nil { return "\(report.findings.first.map(Self.words) ?? "failure") in this interleaving." }
        let parts = [wrongOutcomes].compactMap(\.self) + endings
        let all = parts.isEmpty ? report.findings.prefix(1).map(Self.words) : parts
        return all.joined(separator: "; ") + "."
    }

    /// The outcomes that are not allowed, with their number.
    private var wrongOutcomes: String? {
        let all = report.outcomes.count, wrong = report.outcomes.count { !$0.isAllowed }
        let thing = printsOutcome ? "output" : "outcome"
        if wrong == 0 { return nil }
        if all == 1 { return withoutOutcome.isEmpty ? "its \(thing) is wrong" : "its only \(thing) is wrong" }
        if wrong == all { return "all of its \(all) \(thing)s are wrong" }
        return "\(wrong) of its \(all) \(thing)s \(wrong == 1 ? "is" : "are") wrong"
    }

    /// The executions that end without an outcome: "deadlock in 1 of 3 interleavings".
    private var endings: [String] {
        var counts: [(words: String, count: Int)] = []
        for finding in report.findings where finding.ends > 0 {
            let words = Self.words(finding)
            if let known = counts.firstIndex(where: { $0.words == words }) {
                counts[known].count += finding.ends
            } else {
                counts.append((words, finding.ends))
            }
        }
        let all = report.executionsAltogether
        return counts.map { words, count in
            // (A loop without end is found before its execution is over.)
            if all < count { return words }
            return "\(words) in \(count == all && report.isComplete ? "every interleaving" : "\(count) of \(Self.interleavings(all))")"
        }
    }

    private static func interleavings(_ count: Int) -> String { Wording.count(count, "interleaving") }

    /// A failure in few words.
    static func words(_ finding: ExplorationReport.Finding) -> String {
        switch finding.verdict {
        case .race: "data race"
        case .crash: "crash"
        case .assertion where finding.isFailedExpectation: "failed expectation"
        case .assertion where finding.error != nil: "uncaught error"
        case .assertion where finding.signal != nil: "trap"
        case .assertion: "wrong outcome"
        case .misuse: "forbidden call"
        case .deadlock: "deadlock"
        case .poolExhaustion: "thread-pool exhaustion"
        case .lostWakeup: "lost wake-up"
        case .leak: "a task waits for ever"
        case .livelock, .starvation: "livelock"
        case .none: "none"
        }
    }

    private var whyNone: String {
        if report.coverage.strategy == .strictPriorities { return "the execution under strict priorities does not fail." }
        if report.isComplete && isUndecided { return "no failure, but the outcomes are not judged." }
        if report.isComplete { return "no interleaving fails." }
        if report.isCompleteWithinBound, let bound = report.coverage.preemptionBound {
            return "nothing fails with at most \(Self.count(bound, "preemption", "preemptions"))."
        }
        return "nothing found so far."
    }

    /// "12 interleavings, complete, in 0.03 s"
    private func extent(_ line: String) -> String {
        let all = report.executionsAltogether
        if report.coverage.strategy == .strictPriorities || line.contains(" of \(Self.interleavings(all))") {
            return completeness
        }
        return "\(Self.interleavings(all)), \(completeness)"
    }

    /// "complete, in 0.03 s"
    private var completeness: String {
        let time = "in \((seconds * 100).rounded() / 100) s"
        if report.coverage.strategy == .strictPriorities { return time }
        return "\(report.isComplete ? "complete" : "not complete"), \(time)"
    }
}
