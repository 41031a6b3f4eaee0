import Words
import Trace

/// A run in a few sentences: which items ran where, how many at the same time, the longest wait,
/// unfinished work, missing records.
public struct Summary: Equatable, Sendable {
    /// A dozen lines or so.
    public let lines: [String]

    public init(_ trace: Trace) {
        var state = TraceState(trace)
        let subjects = EventSubjects(trace)
        for event in trace.events { state.apply(event, of: trace, subjects) }
        self.init(trace, state)
    }

    /// The same, from the state after the last event of the trace.
    public init(_ trace: Trace, _ end: TraceState) {
        let names = Names(trace: trace)
        var lines = [Self.overall(trace, names)] + trace.coverage.choice.sentences
        lines += Self.queues(trace, end, names)
        if let wait = Self.longestWait(trace, names) { lines.append(wait) }
        if let start = Self.longestStart(trace, names) { lines.append(start) }
        lines += Self.origins(trace, names)
        lines += Self.unfinished(trace, end)
        lines += Self.stuckOperations(trace, end, names)
        if trace.droppedRecords > 0 {
            lines.append(
                "\(Wording.count(trace.droppedRecords, "record")) did not fit into the recorder's buffer\(Self.knownPart(trace, names))."
            )
        }
        if trace.droppedRecords == 0, trace.coverage.start > 0 {
            lines.append("\(Coverage.leftOut)\(Self.knownPart(trace, names)).")
        }
        if let damage = trace.damage.first {
            let more = trace.damage.count > 1 ? " (and \(Wording.count(trace.damage.count - 1, "more problem")))" : ""
            lines.append("The trace could not be read completely: \(SafeText.inLine(damage, limit: 200))\(more).")
        }
        self.lines = lines
    }

    /// The waits of every blocked thread, at the end of a trace, and a circle of operations.
    public static func waits(_ trace: Trace, _ end: TraceState) -> [String] {
        UnfinishedWork.all(trace, end, Names(trace: trace)).filter { $0.text.contains("wait") }.map { work in
            let place = work.source.map { $0.line > 0 ? " (\($0.file.split(separator: "/").last ?? ""):\($0.line))" : "" } ?? ""
            return "\(work.subject) \(work.text)\(place)."
        }
    }

    /// The part that a trace with lost records shows: "; nothing is missing from +1.2 s on, and the counts on this page are about that part".
    static func knownPart(_ trace: Trace, _ names: Names) -> String {
        if trace.coverage.start == 0, !trace.coverage.hasGaps { return "" }
        if trace.coverage.hasGaps { return "; it is not known when, so the counts on this page are too low" }
        return trace.coverage.knownPart(names.duration).map { "; \($0), and the counts on this page are about that part" } ?? ""
    }

    private static func overall(_ trace: Trace, _ names: Names) -> String {
        let items = Wording.count(trace.items.count, "item")
        let threads = Wording.count(Set(trace.events.lazy.map(\.lane)).count, "thread")
        let used = Set(trace.items.lazy.map(\.queue)).count
        if trace.origin == .simulation {
            return "\(threads) on one simulated processor with strict priorities, \(names.duration(trace.duration)) of simulated time."
        }
        let tasks = trace.tasks.isEmpty ? "" : " and \(Wording.count(trace.tasks.count, "Swift task"))"
        let isLeftOut = trace.items.isEmpty && !trace.coverage.choice.isAll
        let work = isLeftOut ? String(tasks.dropFirst(" and ".count)) : "\(items) on \(Wording.count(used, "queue"))\(tasks)"
        return "\(work.isEmpty ? "" : "\(work), ")\(threads), \(names.duration(trace.duration))."
    }

    /// The busiest queues, one line each; one more line counts the others.
    private static func queues(_ trace: Trace, _ end: TraceState, _ names: Names) -> [String] {
        var counts: [Int: (items: Int, barriers: Int, cancelled: Int)] = [:]
        for item in trace.items { counts[item.queue, default: (0, 0, 0)].items += 1 }
        for item in trace.items where item.isBarrier { counts[item.queue, default: (0, 0, 0)].barriers += 1 }
        for item in trace.items where item.began == nil && item.cancelled != nil { counts[item.queue, default: (0, 0, 0)].cancelled += 1 }
        let order = counts.sorted { ($0.value.items, -$0.key) > ($1.value.items, -$1.key) }
        var lines = order.prefix(3).map { queue, count in
            let barriers = count.barriers > 0 ? ", \(Wording.count(count.barriers, "barrier")) among them" : ""
            let cancelled = count.cancelled > 0 ? ", \(Wording.grouped(count.cancelled)) of them cancelled before starting" : ""
            if trace.queues.indices.contains(queue), trace.queues[queue].kind == .processor {
                return "\(names.queue(queue)): \(Wording.count(count.items, "thread")); the ready one with the highest priority runs."
            }
            let most = end.queues.indices.contains(queue) ? end.queues[queue].mostRunning : 0
            // An item that ran when the known part began may be missing.
            let isProven = trace.coverage.isWhole || [.serial, .main, .actor].contains(trace.queues[queue].kind)
            let most1 = isProven ? "one at a time" : "the trace shows one at a time"
            let several = isProven ? "at most \(most) at the same time" : "the trace shows \(most) at the same time"
            let atOnce = most == 0 ? (trace.coverage.hasGaps ? "no start is in the trace" : "none started") : most == 1 ? most1 : several
            return
                "\(names.queue(queue)): \(Wording.count(count.items, "item"))\(barriers)\(cancelled); \(atOnce)\(most == 0 ? "" : Self.width(trace, queue))."
        }
        if order.count > 3 {
            let rest = order.dropFirst(3)
            lines.append(
                "\(Wording.count(rest.count, "more queue")) with \(Wording.count(rest.reduce(0) { $0 + $1.value.items }, "item")).")
        }
        return lines
    }

    /// " (width 2)", " (width 1, then 2)".
    private static func width(_ trace: Trace, _ queue: Int) -> String {
        guard trace.queues.indices.contains(queue), trace.queues[queue].widths.contains(where: { $0.limit != nil }) else { return "" }
        let limits = trace.queues[queue].widths.map { $0.limit.map(Wording.grouped) ?? "no limit" }
        return " (width \(limits.prefix(3).joined(separator: ", then "))\(limits.count > 3 ? ", then others" : ""))"
    }

    /// Why operations never started or never ended: a circular wait, an end that was not announced.
    private static func stuckOperations(_ trace: Trace, _ end: TraceState, _ names: Names) -> [String] {
        var lines: [String] = []
        if let circle = end.operationCircle(trace) {
            let text = names.sentence(circle)
            lines.append(text.prefix(1).uppercased() + text.dropFirst() + ".")
        }
        let waits = trace.waits.contains { trace.isUnfinished($0) }
        for queue in end.queues.indices where trace.queues[queue].kind == .operation {
            guard let item = end.unannounced(on: queue).first, waits || !end.queues[queue].waiting.isEmpty else { continue }
            lines.append("\(names.queue(queue)) is stuck at \(names.item(item)): \(names.unannounced(item)).")
        }
        return lines
    }

    private static func longestWait(_ trace: Trace, _ names: Names) -> String? {
        let waits = trace.waits.filter {
            ![.sleep, .apply, .processor].contains($0.kind) && !$0.kind.isOfTask && !$0.isIdle
                && ($0.ended != nil || trace.isUnfinished($0))
        }
        func length(_ wait: Trace.Wait) -> Int64 { (wait.ended ?? trace.duration) - wait.began }
        guard let wait = waits.max(by: { length($0) < length($1) }), length(wait) > 0 else { return nil }
        let target =
            wait.awaitedItem.map(names.item)
            ?? (wait.kind == .operationQueue
                ? "an operation queue to be empty"
                : wait.kind == .kernel
                    ? wait.kernelWords(object: wait.object.map(names.object))
                    : wait.object.map(names.object) ?? "something that the trace does not name")
        let never = trace.scheduleEndsInCrash ? ", until the program was stopped" : ", and never got it"
        let outcome = wait.ended == nil ? never : wait.timedOut ? ", and gave up" : ""
        return
            "Longest wait\(trace.coverage.isWhole ? "" : " that the trace shows"): \(names.lane(wait.lane)) was blocked for \(names.duration(length(wait))), waiting for \(target)\(outcome)."
    }

    private static func longestStart(_ trace: Trace, _ names: Names) -> String? {
        func length(_ index: Int) -> Int64 {
            let item = trace.items[index]
            guard let enqueued = item.enqueued, let began = item.began, item.how != .after, item.how != .groupNotify,
                item.how != .workItemNotify
            else { return -1 }
            return began - enqueued
        }
        guard let index = trace.items.indices.max(by: { length($0) < length($1) }), length(index) > 0 else { return nil }
        return
            "Longest time in a queue\(trace.coverage.isWhole ? "" : " that the trace shows"): \(names.item(index)) waited \(names.duration(length(index))) in \(names.queue(trace.items[index].queue)) before it started."
    }

    private static func unfinished(_ trace: Trace, _ end: TraceState) -> [String] {
        if trace.scheduleEndsInCrash || trace.coverage.hasGaps { return [] }
        let running = UnfinishedWork.countRunning(trace, end)
        var waiting = 0
        for queue in end.queues.indices {
            waiting += end.queues[queue].waiting.count + end.queues[queue].delayed.count
        }
        let blocked = end.waiting(trace).count
        var parts: [String] = []
        if running > 0 { parts.append("\(Wording.count(running, "item")) still running") }
        if waiting > 0 { parts.append("\(Wording.count(waiting, "item")) not started") }
        if blocked > 0 { parts.append("\(Wording.count(blocked, "thread")) still waiting") }
        guard !parts.isEmpty else { return [] }
        let text = (trace.coverage.isWhole ? "" : "at least ") + parts.joined(separator: ", ")
        return ["Unfinished \(UnfinishedWork.moment(trace)): \(text)."]
    }
}

extension Summary {
    /// The lines for display: broken between words, continuation lines indented, and in ASCII where
    /// the layout says so.
    public func lines(_ layout: StepLog.Layout) -> [String] {
        lines.flatMap { line in
            let text = layout.isASCII ? SafeText.ascii(line) : line
            return StepLog.wrap([Span(.text, text)], width: layout.width - 2).enumerated().map { index, spans in
                (index == 0 ? "" : "  ") + spans.map(\.text).joined()
            }
        }
    }
}
