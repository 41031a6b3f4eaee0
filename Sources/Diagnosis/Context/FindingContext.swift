import Words
import Explorer

/// A finding, with everything that helps to explain it.
struct Scene {
    let finding: ExplorationReport.Finding
    let outcomes: [ExplorationReport.Outcome]
    /// Whether the outcomes are those of all interleavings that were run.
    let isOfAll: Bool
    /// Whether no interleaving, of all that can differ, comes to a result.
    let isWithoutResult: Bool
    let source: SourceIndex
    /// Whether the program itself declares which results are allowed.
    let isJudged: Bool
    /// The executions with an allowed outcome.
    let counterparts: [Counterpart]
    let comparedLogs: [ExecutionRecord]
    /// The steps of the entries; filled only if there are such executions.
    let steps: [Counterpart.Step]
    private let names: [String]
    /// The names of the threads, and the short ones of the table. The longest come first.
    let bothNames: [(long: String, short: String)]

    init(
        finding: ExplorationReport.Finding, outcomes: [ExplorationReport.Outcome], isOfAll: Bool, isWithoutResult: Bool = false,
        isJudged: Bool, counterparts: [ExecutionRecord] = [],
        source: SourceIndex
    ) {
        self.finding = finding
        self.outcomes = outcomes
        self.isOfAll = isOfAll
        self.isWithoutResult = isWithoutResult
        self.source = source
        self.isJudged = isJudged
        self.counterparts = counterparts.map(Counterpart.init)
        comparedLogs = counterparts
        steps = counterparts.isEmpty ? [] : Counterpart.steps(of: finding.log)
        let known = TaskNames(finding.log)
        names = known.all
        bothNames = zip(known.all, known.short).filter { !$0.0.hasPrefix("the main") }.sorted { $0.0.count > $1.0.count }
    }

    var log: ExecutionRecord { finding.log }

    /// The printed name of an explorer thread.
    func name(_ task: Int) -> String {
        names.indices.contains(task) ? names[task] : task == names.count ? "the function that checks the result" : "task \(task)"
    }

    func location(_ task: Int, _ stack: [UInt], _ what: String) -> Explanation.Location? {
        guard let place = source.position(stack) else { return nil }
        return Explanation.Location(
            task: name(task), file: place.file.name, line: place.line, what: what, source: place.text, callers: source.callers(stack))
    }

    /// "`counter.value += 1` (line 9)", or less if less is known.
    func quote(_ stack: [UInt]) -> String {
        guard let place = source.statement(stack) else { return "code outside of the file" }
        return place.text.isEmpty ? source.words(place) : "`\(place.text)` (\(source.words(place)))"
    }

    /// Two steps of one thread: where one line uses both, the lines of the steps themselves.
    func quotes(_ first: [UInt], _ second: [UInt]) -> (String, String) {
        let (one, two) = (quote(first), quote(second))
        guard one == two, let own = source.position(first), let other = source.position(second), own.line != other.line else {
            return (one, two)
        }
        return ("`\(own.text)` (\(source.words(own)))", "`\(other.text)` (\(source.words(other)))")
    }

    func explanation(
        _ summary: String, _ words: [String], _ locations: [Explanation.Location?], hint: String, isGeneral: Bool = false
    ) -> Explanation {
        var seen: Set<Explanation.Location> = []
        return Explanation(
            verdict: finding.verdict, summary: summary, cause: cause, explanation: words.filter { !$0.isEmpty }.joined(separator: " "),
            locations: locations.compactMap { $0 }.filter { seen.insert($0).inserted }, hint: hint, mechanism: nil,
            isGeneral: isGeneral)
    }

    /// A result inside a sentence.
    func quote(outcome: String) -> String { SafeText.quoted(outcome) }

    /// Results inside a sentence: "1 and 2".
    func list(_ outcomes: [String]) -> String { Wording.list(shown(outcomes)) }

    /// Results inside a sentence: "1 or 2".
    func either(_ outcomes: [String]) -> String { Wording.list(shown(outcomes), "or") }

    private func shown(_ outcomes: [String]) -> [String] {
        let shown = outcomes.prefix(5).map { quote(outcome: $0) }
        return outcomes.count > 5 ? shown + ["\(outcomes.count - 5) more"] : shown
    }
}
