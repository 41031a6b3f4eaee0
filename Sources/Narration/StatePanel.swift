import Schedules
import Trace
import Words

/// The state at one moment in a few lines: each queue with its running and queued items, and each
/// thread with what it waits for.
public struct StatePanel: Sendable {
    private let names: Names
    private let trace: Trace
    /// The suspensions of the tasks of a recorded run. An explored run has a wait for each.
    private let tasks: TaskHistory?
    /// The subjects of the events, if threads can wait in a circle.
    private let subjects: EventSubjects?
    /// The queues, objects and threads that are folded; nil: none.
    public var fold: StagingFold?

    /// The panel of a log, which folds what the log folds.
    public init(_ log: StepLog) {
        self.init(log.trace, subjects: log.history.subjects)
        fold = log.fold
    }

    public init(_ trace: Trace) { self.init(trace, subjects: nil) }

    private init(_ trace: Trace, subjects: EventSubjects?) {
        self.trace = trace
        names = Names(trace: trace)
        // A circular wait never ends.
        let canBeCircular = trace.waits.contains { $0.ended == nil }
        self.subjects = canBeCircular ? subjects ?? EventSubjects(trace) : nil
        tasks = trace.tasks.isEmpty || trace.origin == .explorer ? nil : TaskHistory(trace)
    }

    /// The lines, each at most as wide as asked; idle queues, free semaphores and idle threads are
    /// left out.
    ///
    /// - Parameter limit: lines at most, from 2; the last one counts what did not fit.
    public func lines(_ state: TraceState, width: Int = 100, limit: Int = 12, isASCII: Bool = false) -> [[Span]] {
        var (rows, queuesEnd, objectsEnd) = rows(state, namedItems: 3, width: width, isASCII: isASCII)
        if rows.isEmpty { return [nothing] }
        if rows.count > limit {
            // Where there is no room for all lines, blocked threads come first and counters last.
            rows = Array(rows[objectsEnd...] + rows[..<queuesEnd] + rows[queuesEnd..<objectsEnd])
        }
        var lines = rows.prefix(rows.count > limit ? limit - 1 : limit).map { Self.fit($0.spans, width: width, isASCII: isASCII) }
        if rows.count > limit { lines.append([Span(.text, "and \(Wording.count(rows.count - limit + 1, "more line"))")]) }
        return lines
    }

    /// All lines in full length, broken between words. Each queue names up to 50 items of a kind.
    public func allLines(_ state: TraceState, width: Int = 100, isASCII: Bool = false) -> [[Span]] {
        let rows = rows(state, namedItems: 50, width: width, isASCII: isASCII).rows
        if rows.isEmpty { return [nothing] }
        return rows.flatMap { row in
            if row.isDrawn { return [Self.fit(row.spans, width: width, isASCII: isASCII)] }
            let text = isASCII ? (SafeText.ascii(row.subject), SafeText.ascii(row.text)) : (row.subject, row.text)
            let spans = [Span(.subject, text.0 + ":"), Span(row.isWarning ? .warning : .text, text.1)]
            let lines = StepLog.wrap(spans, width: max(20, width - 2))
            return lines.enumerated().map { index, line in index == 0 ? line : [Span(.text, "  ")] + line }
        }
    }

    private var nothing: [Span] {
        [Span(.text, trace.coverage.isWhole ? "nothing runs and nothing waits" : "the trace shows nothing that runs or waits")]
    }

    private struct Row {
        var subject: String
        var text: String
        var isWarning = false
        /// A line of a drawing, which is not wrapped.
        var isDrawn = false

        var spans: [Span] {
            if isDrawn { return [Span(isWarning ? .warning : .text, text)] }
            return [Span(.subject, subject + ":"), Span(isWarning ? .warning : .text, " " + text)]
        }
    }

    /// The circular wait at a moment as lines, with a heading; empty if there is none.
    public func circle(_ state: TraceState, width: Int, isASCII: Bool = false) -> [[Span]] {
        circleRows(circle(state), width: width, isASCII: isASCII).map { Self.fit($0.spans, width: width, isASCII: isASCII) }
    }

    private func circle(_ state: TraceState) -> CircularWait? {
        subjects.flatMap { CircleFinder(trace: trace, names: names).circle(state, $0) }
    }

    private func circleRows(_ circle: CircularWait?, width: Int, isASCII: Bool) -> [Row] {
        guard let circle else { return [] }
        let words =
            circle.links.count == 1
            ? "this thread wants what it has itself, so it can never continue"
            : "each wants what the next one has, so none can ever continue"
        return [Row(subject: "circular wait", text: words, isWarning: true)]
            + circle.lines(width: width, isASCII: isASCII).map { Row(subject: "", text: $0, isWarning: true, isDrawn: true) }
    }

    /// The rows of the queues, then those of the objects, then those of the threads.
    private func rows(
        _ state: TraceState, namedItems: Int, width: Int, isASCII: Bool
    ) -> (rows: [Row], queuesEnd: Int, objectsEnd: Int) {
        var rows: [Row] = [], folded = 0
        for queue in state.queues.indices {
            let held = state.queues[queue]
            guard !held.running.isEmpty || !held.waiting.isEmpty || !held.delayed.isEmpty || held.isSuspended else { continue }
            if fold?.queues.contains(queue) == true {
                folded += 1
                continue
            }
            var parts: [String] = []
            if !held.running.isEmpty {
                let first = held.running.prefix(namedItems).map { names.item(Int($0)) }
                parts.append("running " + first.joined(separator: ", ") + more(held.running.count - namedItems))
            }
            if !held.waiting.isEmpty {
                let first = held.waiting.prefix(namedItems).map { names.item($0) }
                parts.append("queued " + first.joined(separator: ", ") + more(held.waiting.count - namedItems))
            }
            if !held.delayed.isEmpty { parts.append("\(Wording.grouped(held.delayed.count)) not due yet") }
            if held.isSuspended { parts.append("suspended") }
            if held.width >= 0 { parts.append("width \(held.width)") }
            rows.append(Row(subject: names.queue(queue), text: parts.joined(separator: " | ")))
            rows += operations(state, queue)
        }
        if let circle = state.operationCircle(trace) {
            rows.append(Row(subject: names.item(circle[0].item), text: names.sentence(circle), isWarning: true))
        }
        let queuesEnd = rows.count
        for object in state.objects.indices {
            guard let text = describe(state, object) else { continue }
            if fold?.objects.contains(object) == true {
                folded += 1
                continue
            }
            rows.append(Row(subject: names.object(object), text: text))
        }
        let objectsEnd = rows.count
        let circle = circle(state)
        rows += circleRows(circle, width: width, isASCII: isASCII)
        let inCircle = Set(circle?.links.map(\.thread) ?? [])
        for waiting in state.waiting(trace) where waiting.wait.kind != .apply {
            // The circle has said what these wait for.
            if inCircle.contains(names.lane(waiting.lane)) { continue }
            if let fold, TraceState.namesObject(waiting.wait.kind), fold.objects.contains(Int(waiting.wait.target)) {
                folded += 1
                continue
            }
            let verb = waiting.wait.kind.isOfTask ? "is suspended and waits for" : "waits for"
            let text = "\(verb) \(WaitWording.target(waiting.wait, names))\(WaitWording.reason(waiting, state, names))"
            rows.append(Row(subject: names.lane(waiting.lane), text: text))
        }
        rows += suspendedTasks(state)
        if folded > 0, let fold {
            let sign = isASCII ? "..." : "⋯", lines = folded == 1 ? "line" : "lines"
            rows.append(Row(subject: "", text: "\(sign) \(folded) \(lines) of \(fold.name) (t)", isDrawn: true))
        }
        return (rows, queuesEnd, objectsEnd)
    }

    /// The tasks that have no thread, and are not in the line of a queue.
    private func suspendedTasks(_ state: TraceState) -> [Row] {
        guard let tasks, state.eventCount > 0, trace.events.indices.contains(state.eventCount - 1) else { return [] }
        let time = trace.events.time(state.eventCount - 1)
        return tasks.lives.enumerated().compactMap { task, life in
            guard let suspension = life.suspension(at: time) else { return nil }
            if case .turn = suspension.reason { return nil }
            let words = SuspensionWording.waits(suspension.reason, names)
            return Row(subject: names.task(task, id: trace.tasks[task].id), text: "is suspended: \(words)")
        }
    }

    /// Why the first operations of a queue have not started, and which ones have not said that they are finished.
    private func operations(_ state: TraceState, _ queue: Int) -> [Row] {
        guard trace.queues[queue].kind == .operation else { return [] }
        var rows: [Row] = []
        for item in state.unannounced(on: queue).prefix(2) {
            let text = "its start() has returned; it counts as running until it announces isFinished"
            rows.append(Row(subject: names.item(item), text: text))
        }
        for item in state.queues[queue].waiting.prefix(3) {
            let obstacles = state.obstacles(of: item, trace)
            if !obstacles.isEmpty {
                rows.append(Row(subject: names.item(item), text: "not started: " + obstacles.map(names.words).joined(separator: "; ")))
            }
        }
        return rows
    }

    private func more(_ count: Int) -> String { count > 0 ? " and \(Wording.grouped(count)) more" : "" }

    private func describe(_ state: TraceState, _ object: Int) -> String? {
        let held = state.objects[object]
        switch trace.objects[object].kind {
        case .group:
            guard let value = held.value else {
                return held.notified.isEmpty ? nil : "then \(Wording.shortList(held.notified.map { names.item(Int($0)) })) will run"
            }
            guard value > 0 else { return nil }
            let blocks = held.notified.isEmpty ? "" : ", then \(Wording.shortList(held.notified.map { names.item(Int($0)) })) will run"
            return "count \(Wording.grouped(Int(value)))\(blocks)"
        case .semaphore: return held.value.flatMap { held.waiters.isEmpty && $0 == 0 ? nil : "value \($0)" }
        case .lock: return held.holders.isEmpty ? nil : "held by \(Wording.shortList(held.holders.map { names.lane(Int($0)) }))"
        case .once: return held.holders.isEmpty ? nil : "being run by \(names.lane(Int(held.holders[0])))"
        default: return nil
        }
    }

    /// A line at most as wide as asked, in characters that the terminal has, with an ellipsis where
    /// text was cut.
    public static func fit(_ spans: [Span], width: Int, isASCII: Bool = false) -> [Span] {
        let spans = isASCII ? spans.map { Span($0.role, SafeText.ascii($0.text)) } : spans
        let full = spans.reduce(0) { $0 + displayWidth($1.text) }
        guard full > width else { return spans }
        let ellipsis = isASCII ? "..." : "…"
        var left = max(0, width - ellipsis.count)
        var result: [Span] = []
        for span in spans {
            var text = ""
            for character in span.text {
                let columns = displayWidth(character)
                guard columns <= left else {
                    result.append(Span(span.role, text + ellipsis))
                    return result
                }
                left -= columns
                text.append(character)
            }
            result.append(Span(span.role, text))
        }
        return result
    }
}
