import Trace

/// A run in a few sentences: what ran where, how much at once, the longest wait, what never ended, what is missing.
public struct Summary: Equatable, Sendable {
    /// A dozen lines or so.
    public let lines: [String]

    public init(_ trace: Trace) {
        var state = TraceState(trace)
        let subjects = StateSubjects(trace)
        for event in trace.events { state.apply(event, of: trace, subjects) }
        self.init(trace, state)
    }

    /// From a state that is at hand already: that after the last event of the trace.
    public init(_ trace: Trace, _ end: TraceState) {
        let names = Names(trace: trace)
        var lines = [Self.overall(trace, names)]
        lines += Self.queues(trace, end, names)
        if let wait = Self.longestWait(trace, names) { lines.append(wait) }
        if let start = Self.longestStart(trace, names) { lines.append(start) }
        lines += Self.origins(trace, names)
        lines += Self.unfinished(trace, end)
        if trace.droppedRecords > 0 {
            lines.append(
                "\(Wording.count(trace.droppedRecords, "record")) did not fit into the recorder's buffer: what this page counts is too low."
            )
        }
        if let damage = trace.damage.first {
            let more = trace.damage.count > 1 ? " (and \(Wording.count(trace.damage.count - 1, "more problem")))" : ""
            lines.append("The trace could not be read whole: \(Wording.harmless(damage, limit: 200))\(more).")
        }
        self.lines = lines
    }

    private static func overall(_ trace: Trace, _ names: Names) -> String {
        let items = Wording.count(trace.items.count, "item")
        let threads = Wording.count(Set(trace.events.lazy.map(\.lane)).count, trace.origin == .explorer ? "task" : "thread")
        let used = Set(trace.items.lazy.map(\.queue)).count
        let tasks = trace.tasks.isEmpty ? "" : " and \(Wording.count(trace.tasks.count, "Swift task"))"
        return "\(items) on \(Wording.count(used, "queue"))\(tasks), \(threads), \(names.duration(trace.duration))."
    }

    /// The busiest queues, one line each; the rest in one.
    private static func queues(_ trace: Trace, _ end: TraceState, _ names: Names) -> [String] {
        var counts: [Int: (items: Int, barriers: Int, cancelled: Int)] = [:]
        for item in trace.items { counts[item.queue, default: (0, 0, 0)].items += 1 }
        for item in trace.items where item.isBarrier { counts[item.queue, default: (0, 0, 0)].barriers += 1 }
        for item in trace.items where item.began == nil && item.cancelled != nil { counts[item.queue, default: (0, 0, 0)].cancelled += 1 }
        let order = counts.sorted { ($0.value.items, -$0.key) > ($1.value.items, -$1.key) }
        var lines = order.prefix(3).map { queue, count in
            let barriers = count.barriers > 0 ? ", \(Wording.count(count.barriers, "barrier")) among them" : ""
            let cancelled = count.cancelled > 0 ? ", \(Wording.grouped(count.cancelled)) of them cancelled before starting" : ""
            let most = end.queues.indices.contains(queue) ? end.queues[queue].mostRunning : 0
            let atOnce = most == 0 ? "none started" : most == 1 ? "one at a time" : "at most \(most) at once"
            return "\(names.queue(queue)): \(Wording.count(count.items, "item"))\(barriers)\(cancelled); \(atOnce)."
        }
        if order.count > 3 {
            let rest = order.dropFirst(3)
            lines.append(
                "\(Wording.count(rest.count, "more queue")) with \(Wording.count(rest.reduce(0) { $0 + $1.value.items }, "item")).")
        }
        return lines
    }

    private static func longestWait(_ trace: Trace, _ names: Names) -> String? {
        let waits = trace.waits.filter { $0.kind != .sleep && $0.kind != .apply && !$0.kind.isOfTask }
        func length(_ wait: Trace.Wait) -> Int64 { (wait.ended ?? trace.duration) - wait.began }
        guard let wait = waits.max(by: { length($0) < length($1) }), length(wait) > 0 else { return nil }
        let target =
            wait.awaitedItem.map(names.item)
            ?? (wait.kind == .operationQueue
                ? "an operation queue to be empty" : wait.object.map(names.object) ?? "something that the trace does not name")
        let outcome = wait.ended == nil ? ", and never got it" : wait.timedOut ? ", and gave up" : ""
        return
            "Longest wait of a thread: \(names.lane(wait.lane)) stood still for \(names.duration(length(wait))), for \(target)\(outcome)."
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
            "Longest time in a queue: \(names.item(index)) waited \(names.duration(length(index))) in \(names.queue(trace.items[index].queue)) before it started."
    }

    private static func unfinished(_ trace: Trace, _ end: TraceState) -> [String] {
        let running = Ending.countRunning(trace, end)
        var waiting = 0
        for queue in end.queues.indices {
            waiting += end.queues[queue].waiting.count + end.queues[queue].delayed.count
        }
        let blocked = end.waiting(trace).count
        var parts: [String] = []
        if running > 0 { parts.append("\(Wording.count(running, "item")) still ran") }
        if waiting > 0 { parts.append("\(Wording.count(waiting, "item")) had not started") }
        if blocked > 0 { parts.append("\(Wording.count(blocked, "thread")) still waited") }
        guard !parts.isEmpty else { return [] }
        let text = parts.joined(separator: ", ")
        return ["Never ended: \(Ending.moment(trace)), \(text)."]
    }
}

extension Summary {
    /// The lines as they are to be shown: broken between words, those after a break indented, and in ASCII where the layout says so.
    public func lines(_ layout: StepLog.Layout) -> [String] {
        lines.flatMap { line in
            let text = layout.isASCII ? Wording.ascii(line) : line
            return StepLog.wrap([Span(.text, text)], width: layout.width - 2).enumerated().map { index, spans in
                (index == 0 ? "" : "  ") + spans.map(\.text).joined()
            }
        }
    }
}
