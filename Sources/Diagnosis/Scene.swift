import Explorer

/// A finding and all that helps to explain it.
struct Scene {
    let finding: ExplorationReport.Finding
    let outcomes: [ExplorationReport.Outcome]
    let source: SourceBook
    /// Whether the program says itself which results may be.
    let isJudged: Bool
    private let names: [String]

    init(finding: ExplorationReport.Finding, outcomes: [ExplorationReport.Outcome], isJudged: Bool, source: SourceBook) {
        self.finding = finding
        self.outcomes = outcomes
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

/// What the tasks of an execution are called, in the order of their creation: the main thread, threads, and the blocks of queues.
struct TaskNames: Sendable {
    let all: [String]

    init(_ log: Chronicle) {
        var names = log.names.map { $0 == "main" || $0 == "main task" ? "the \($0)\($0 == "main" ? " thread" : "")" : $0 },
            counts: [UInt64: Int] = [:], labels: [UInt64: String] = [:]
        for entry in log.entries where entry.event == .queueCreated { labels[entry.object] = entry.text ?? "" }
        // An item that is a task of its own has the task's number, counted from one.
        for entry in log.entries where entry.event == .itemEnqueued && entry.object <= names.count && !entry.isOfSwiftTask {
            let task = Int(entry.object) - 1, number = (counts[entry.argument] ?? 0) + 1
            counts[entry.argument] = number
            guard names.indices.contains(task), task > 0 else { continue }
            let kind = entry.detail & 0xFF == Self.operation ? "operation" : "block"
            names[task] = "\(kind) \(number) on \(Self.queue(labels[entry.argument] ?? ""))"
        }
        // A source's turns are handed over by nobody.
        for entry in log.entries where entry.event == .itemBegan && Self.sources.contains(entry.detail) && entry.object <= names.count {
            let number = (counts[entry.argument] ?? 0) + 1
            counts[entry.argument] = number
            let kind = entry.detail == Self.sources[0] ? "event handler" : "cancel handler"
            names[Int(entry.object) - 1] = "\(kind) \(number) on \(Self.queue(labels[entry.argument] ?? ""))"
        }
        for entry in log.entries where entry.event == .operationAdded && entry.object <= names.count {
            if let name = entry.text { names[Int(entry.object) - 1] = "operation “\(name)”" }
        }
        all = names
    }

    /// How the trace says that an item is an operation.
    private static let operation: UInt16 = 7
    /// The same of a source's event handler, and of its cancel handler.
    private static let sources: [UInt16] = [6, 10]

    /// What a queue is called.
    static func queue(_ label: String) -> String {
        if label.isEmpty { return "a queue without a name" }
        if label == "main" || label == "com.apple.main-thread" { return "the main queue" }
        return label.hasPrefix("com.apple.root") ? "a global queue" : "queue “\(label)”"
    }
}
