import Explorer

/// A finding and all that helps to explain it.
struct Scene {
    let finding: ExplorationReport.Finding
    let outcomes: [ExplorationReport.Outcome]
    let source: SourceBook
    private let names: [String]

    init(finding: ExplorationReport.Finding, outcomes: [ExplorationReport.Outcome], source: SourceBook) {
        self.finding = finding
        self.outcomes = outcomes
        self.source = source
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
            verdict: finding.verdict, summary: summary, explanation: words.filter { !$0.isEmpty }.joined(separator: " "),
            locations: locations.compactMap { $0 }.filter { seen.insert($0).inserted }, hint: hint)
    }

    /// Results as words: "1, 2 and 3".
    static func outcomes(_ texts: some Sequence<String>) -> String { list(texts.map { "\(OutcomeWords($0))" }) }

    /// "a, b and c".
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
