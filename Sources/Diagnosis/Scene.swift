import Explorer

/// A finding and all that helps to explain it.
struct Scene {
    let finding: ExplorationReport.Finding
    let outcomes: [ExplorationReport.Outcome]
    /// Whether those are of all interleavings that were run.
    let isOfAll: Bool
    /// Whether none of all interleavings that can differ comes to a result.
    let isWithoutResult: Bool
    let source: SourceBook
    /// Whether the program says itself which results may be.
    let isJudged: Bool
    private let names: [String]

    init(
        finding: ExplorationReport.Finding, outcomes: [ExplorationReport.Outcome], isOfAll: Bool, isWithoutResult: Bool = false,
        isJudged: Bool,
        source: SourceBook
    ) {
        self.finding = finding
        self.outcomes = outcomes
        self.isOfAll = isOfAll
        self.isWithoutResult = isWithoutResult
        self.source = source
        self.isJudged = isJudged
        names = TaskNames(finding.log).all
    }

    var log: Chronicle { finding.log }

    /// What a task is called.
    func name(_ task: Int) -> String {
        names.indices.contains(task) ? names[task] : task == names.count ? "the function that looks at the result" : "task \(task)"
    }

    func location(_ task: Int, _ stack: [UInt], _ what: String) -> Explanation.Location? {
        guard let place = source.position(stack) else { return nil }
        return Explanation.Location(
            task: name(task), file: place.file.name, line: place.line, what: what, source: place.text, callers: source.callers(stack))
    }

    /// "`counter.value += 1` (line 9)", or less where less is known.
    func quote(_ stack: [UInt]) -> String {
        guard let place = source.position(stack) else { return "code outside of the file" }
        return place.text.isEmpty ? source.words(place) : "`\(place.text)` (\(source.words(place)))"
    }

    func explanation(_ summary: String, _ words: [String], _ locations: [Explanation.Location?], hint: String) -> Explanation {
        var seen: Set<Explanation.Location> = []
        return Explanation(
            verdict: finding.verdict, summary: summary, cause: cause, explanation: words.filter { !$0.isEmpty }.joined(separator: " "),
            locations: locations.compactMap { $0 }.filter { seen.insert($0).inserted }, hint: hint)
    }

    /// A result in a sentence.
    func quote(outcome: String) -> String { ShownText.quoted(outcome) }

    /// Results in a sentence: "1 and 2".
    func list(_ outcomes: [String]) -> String { Self.list(shown(outcomes)) }

    /// Results in a sentence: "1 or 2".
    func either(_ outcomes: [String]) -> String { Self.list(shown(outcomes), "or") }

    private func shown(_ outcomes: [String]) -> [String] {
        let shown = outcomes.prefix(5).map { quote(outcome: $0) }
        return outcomes.count > 5 ? shown + ["\(outcomes.count - 5) more"] : shown
    }

    /// "a, b and c".
    static func list(_ words: [String], _ conjunction: String = "and") -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}
