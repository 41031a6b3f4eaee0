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

    var log: ExecutionLog { finding.log }

    /// What a task is called.
    func name(_ task: Int) -> String { names.indices.contains(task) ? names[task] : "task \(task)" }

    func location(_ task: Int, _ stack: [UInt], _ what: String) -> Explanation.Location? {
        guard let place = source.place(stack) else { return nil }
        return Explanation.Location(
            task: name(task), file: place.file, line: place.line, what: what, source: source.line(place.line), callers: source.callers(stack))
    }

    /// "`counter.value += 1` (line 9)", or less where less is known.
    func quote(_ stack: [UInt]) -> String {
        guard let place = source.place(stack) else { return "code outside of the file" }
        let line = source.line(place.line)
        return line.isEmpty ? "line \(place.line)" : "`\(line)` (line \(place.line))"
    }

    func explanation(_ summary: String, _ words: [String], _ locations: [Explanation.Location?], hint: String) -> Explanation {
        var seen: Set<Explanation.Location> = []
        return Explanation(
            verdict: finding.verdict, summary: summary, explanation: words.filter { !$0.isEmpty }.joined(separator: " "),
            locations: locations.compactMap { $0 }.filter { seen.insert($0).inserted }, hint: hint)
    }

    /// "a, b and c".
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

/// What the tasks of an execution are called, in the order of their creation: the main thread, threads, and the blocks of queues.
public struct TaskNames: Sendable {
    public let all: [String]

    /// Names for the tasks of an execution.
    public init(_ log: ExecutionLog) {
        var names = Array(repeating: "", count: log.tasks.count), threads = 0, blocks: [Int: Int] = [:], ofQueue: [Int: Int] = [:]
        for entry in log.entries where entry.act == .enqueued && names.indices.contains(entry.item) { ofQueue[entry.item] = entry.object }
        for task in log.tasks.indices {
            if let queue = ofQueue[task] {
                blocks[queue, default: 0] += 1
                names[task] = "block \(blocks[queue] ?? 1) on \(Self.queue(queue, log))"
            } else if log.tasks[task].parent == nil {
                names[task] = task == 0 ? "the main thread" : "the end"
            } else {
                threads += 1
                names[task] = "thread \(threads)"
            }
        }
        all = names
    }

    /// What a queue is called.
    static func queue(_ object: Int, _ log: ExecutionLog) -> String {
        guard log.objects.indices.contains(object) else { return "a queue" }
        switch log.objects[object].queueKind {
        case 2: return "the main queue"
        case 3: return "a global queue"
        default:
            let label = log.objects[object].label ?? ""
            return label.isEmpty ? "queue \(object + 1)" : "queue “\(label)”"
        }
    }
}
