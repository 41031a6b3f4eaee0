import Explorer
import Trace

/// Why two executions of a program print different things, or the same things in another order,
/// although nothing is wrong: which two threads ran in another order, and why nothing orders them.
public struct Difference {
    public let words: String

    /// - Parameter executions: executions with different outcomes.
    /// - Returns: nil if the reason is not known.
    public init?(_ executions: [ExecutionRecord], in source: SourceIndex) {
        let runs = executions.map { Run($0, source) }
        let pairs = runs.indices.flatMap { one in runs.indices.filter { $0 > one }.map { (runs[one], runs[$0]) } }
        guard let words = pairs.lazy.compactMap({ Self.words($0, $1) }).first else { return nil }
        self.words = words
    }

    /// The first difference in the output of two executions, and its cause.
    private static func words(_ run: Run, _ otherRun: Run) -> String? {
        let prints = run.prints, others = otherRun.prints
        guard let first = prints.indices.first(where: { $0 >= others.count || prints[$0].shown != others[$0].shown }), first < others.count
        else { return nil }
        let one = prints[first], other = others[first]
        let who = run.name(one.task), another = otherRun.name(other.task)
        if who == another {
            if one.text == other.text { return nil }
            return
                "\(who.capitalizedFirst) prints \(one.text) in one execution and \(other.text) in another, in \(run.quote(one)). Its output depends on which steps other threads have made before."
        }
        let reason = run.reason(one.task, other: run.task(named: another)) ?? otherRun.reason(other.task, other: otherRun.task(named: who))
        return
            "The outcomes differ because \(who) and \(another) run in any order. In one execution \(who) prints \(one.text) first. In another \(another) prints \(other.text) first. \(reason ?? "Nothing makes one of them wait for the other.")"
    }
}

/// One of the executions.
private struct Run {
    struct Print {
        var task: Int
        var text: String
        /// A print with its thread: the same text from another thread is another print.
        var shown: String
        var places: [UInt]
    }

    private let log: ExecutionRecord
    private let source: SourceIndex
    private let names: [String]
    let prints: [Print]

    init(_ log: ExecutionRecord, _ source: SourceIndex) {
        self.log = log
        self.source = source
        let names = TaskNames(log).all
        self.names = names
        prints = log.entries.compactMap { entry in
            guard entry.event == .note, let text = entry.text, text.hasPrefix("prints ") else { return nil }
            let shown = String(text.dropFirst("prints ".count)), who = names.indices.contains(entry.task) ? names[entry.task] : ""
            return Print(task: entry.task, text: shown, shown: "\(who) \(shown)", places: entry.places)
        }
    }

    func name(_ task: Int) -> String { names.indices.contains(task) ? names[task] : "task \(task)" }

    func task(named name: String) -> Int? { names.firstIndex(of: name) }

    func quote(_ print: Print) -> String {
        guard let place = source.position(print.places) else { return "code outside of the file" }
        return "`\(place.text)` (\(source.words(place)))"
    }

    // MARK: why nothing orders two threads

    /// How a thread was created.
    private enum Origin: Equatable {
        case main, thread, swiftTask
        case item(how: Trace.Item.How?, queue: UInt64, by: Int, delay: UInt64)
    }

    private func origin(_ task: Int) -> Origin {
        if task == 0 { return .main }
        if let entry = log.entries.first(where: { $0.event == .itemEnqueued && $0.object == UInt64(task + 1) && !$0.isOfSwiftTask }) {
            return .item(
                how: Trace.Item.How(rawValue: Int(entry.detail & 0xFF)), queue: entry.argument, by: entry.task, delay: entry.extra)
        }
        return log.names.indices.contains(task) && log.names[task].contains("task") ? .swiftTask : .thread
    }

    private func kind(_ queue: UInt64) -> Trace.Queue.Kind? {
        log.entries.first { $0.event == .queueCreated && $0.object == queue }.flatMap { Trace.Queue.Kind(rawValue: Int($0.detail)) }
    }

    func reason(_ task: Int, other: Int?) -> String? {
        guard let other else { return nil }
        switch (origin(task), origin(other)) {
        case (.item(.after, _, _, let one), .item(.after, _, _, let two)):
            if max(one, two) - min(one, two) < 1_000_000_000 {
                let due = one == two ? "Both are due at the same time" : "They are due within a second of each other"
                return
                    "\(due) (asyncAfter). A deadline is the earliest time at which a block can start. It does not promise an order: a busy machine can be late by more than the difference."
            }
            return nil
        case (.item(.after, _, _, _), _), (_, .item(.after, _, _, _)):
            return
                "A delay (asyncAfter) is the earliest time at which a block can start. It does not mean that the others have finished by then."
        case (.item(.operation, let one, _, _), .item(.operation, let two, _, _)) where one == two:
            return
                "Operations of one queue run at the same time, unless one depends on the other or maxConcurrentOperationCount is 1."
        case (.item(let how, let one, let maker, _), .item(let otherHow, let two, let otherMaker, _)):
            if how == .applyIteration && otherHow == .applyIteration {
                return "The iterations of concurrentPerform run at the same time, in any order."
            }
            if one != two { return "They are on different queues. Nothing orders the blocks of one queue and those of another." }
            switch kind(one) {
            case .concurrent, .global:
                return
                    "Both are on \(TaskNames.queue(label(one))), which runs its blocks at the same time. They start in the order in which they were submitted, but no block waits for the one before it."
            case .serial, .main:
                return maker == otherMaker
                    ? nil
                    : "The queue runs its blocks in the order in which they are submitted. But two threads submit them, and nothing orders these two threads."
            default: return nil
            }
        case (.swiftTask, .swiftTask):
            return "Tasks run at the same time. The order of their creation does not promise the order in which they run."
        case (.thread, .thread):
            return "Threads run at the same time. The order in which they were started does not promise the order in which they run."
        case (.main, _), (_, .main): return "The main thread continues while the other works. Nothing makes one of them wait for the other."
        default: return nil
        }
    }

    private func label(_ queue: UInt64) -> String { log.entries.first { $0.event == .queueCreated && $0.object == queue }?.text ?? "" }
}
