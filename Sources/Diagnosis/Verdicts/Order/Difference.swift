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
        guard let words = pairs.lazy.compactMap({ Self.words($0, $1, source) }).first else { return nil }
        self.words = words
    }

    /// The first difference in the output of two executions, and its cause.
    private static func words(_ run: Run, _ otherRun: Run, _ source: SourceIndex) -> String? {
        let prints = run.prints, others = otherRun.prints
        guard let first = prints.indices.first(where: { $0 >= others.count || prints[$0].shown != others[$0].shown }), first < others.count
        else { return nil }
        let one = prints[first], other = others[first]
        let who = run.name(one.task), another = otherRun.name(other.task)
        if who == another { return one.text == other.text ? nil : changedOutput(run, one, otherRun, other, source) }
        if let words = missingOutput(one, of: who, in: otherRun) ?? missingOutput(other, of: another, in: run) { return words }
        if run.areInOrder(one.task, run.task(named: another)) || otherRun.areInOrder(other.task, otherRun.task(named: who)) { return nil }
        let reason = run.reason(one.task, other: run.task(named: another)) ?? otherRun.reason(other.task, other: otherRun.task(named: who))
        return
            "The outcomes differ because \(who) and \(another) run in any order. In one execution \(who) prints \(one.text) first. In another \(another) prints \(other.text) first. \(reason ?? "Nothing makes one of them wait for the other.")"
    }
}

extension Difference {
    /// One thread prints different texts: why, if exactly one of the two executions has a known
    /// mistake that depends on the order of threads.
    private static func changedOutput(_ run: Run, _ one: Run.Print, _ otherRun: Run, _ other: Run.Print, _ source: SourceIndex) -> String {
        let isOnePlace = run.quote(one) == otherRun.quote(other)
        let who = run.name(one.task).capitalizedFirst
        let told =
            isOnePlace
            ? "\(who) prints \(one.text) in one execution and \(other.text) in another, in \(run.quote(one))."
            : "\(who) prints \(one.text) in one execution, in \(run.quote(one)). In another it prints \(other.text) first, in \(otherRun.quote(other))."
        let stories = [(one.text, run.story(besides: otherRun, source)), (other.text, otherRun.story(besides: run, source))].filter {
            $0.1 != nil
        }
        guard stories.count == 1, let story = stories[0].1 else {
            return "\(told) Its output depends on which steps other threads have made before."
        }
        return "\(told) This happens in the execution that prints \(stories[0].0): \(story)"
    }

    /// A thread prints something in one execution and not in the other, because its work was
    /// cancelled before it began. nil if the other execution has the same output too, or if nothing
    /// was cancelled.
    private static func missingOutput(_ print: Run.Print, of who: String, in run: Run) -> String? {
        if run.prints.contains(where: { $0.shown == print.shown }) { return nil }
        guard let cancelled = run.cancellation(of: who) else { return nil }
        return "\(who.capitalizedFirst) prints \(print.text) in one execution and not in another. \(cancelled)"
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

    // MARK: why an output changes

    /// The mistake in this execution that the other one does not have, if one is known that depends
    /// on the order of threads.
    func story(besides other: Run, _ source: SourceIndex) -> String? {
        Scene(
            finding: ExplorationReport.Finding(of: log), outcomes: [], isOfAll: false, isJudged: false, counterparts: [other.log],
            source: source
        ).story?.words
    }

    /// The cancellation that kept a thread's work from beginning.
    func cancellation(of who: String) -> String? {
        guard let task = task(named: who) else { return nil }
        let beginning = log.entries.firstIndex { $0.event == .itemBegan && $0.task == task } ?? log.entries.endIndex
        guard
            let entry = log.entries[..<beginning].first(where: {
                [.itemCancelled, .operationCancelled].contains($0.event) && $0.object == UInt64(task + 1)
            }),
            let place = source.position(entry.places)
        else { return nil }
        let isOperation = entry.event == .operationCancelled
        return
            "In the other execution \(name(entry.task)) cancels it in `\(place.text)` (\(source.words(place))) before it starts. A cancelled \(isOperation ? "operation" : "work item") does not start any more. If it has started already, cancel() does not stop it."
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

    /// Whether one thread has submitted both to one serial queue, which runs them in that order.
    func areInOrder(_ task: Int, _ other: Int?) -> Bool {
        guard let other, case .item(let how, let one, let maker, _) = origin(task),
            case .item(let otherHow, let two, let otherMaker, _) = origin(other)
        else { return false }
        return one == two && maker == otherMaker && [.serial, .main].contains(kind(one)) && how == .async && otherHow == .async
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
                    "Both are on \(TaskNames.queue(label(one))), which runs its blocks at the same time. The queue takes them in the order in which they were submitted, but no block waits for the one before it."
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
