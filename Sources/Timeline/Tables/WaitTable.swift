import Words
import Trace

/// A table of waits: the waiting item or thread, its target, the duration, and the event that ended
/// it. The longest come first.
public struct WaitTable: Sendable {
    public let trace: Trace
    public let options: TableOptions

    /// The waits of the table: those that had to wait, in the part of the time that is shown.
    private let waits: [Trace.Wait]
    /// The number of waits in the whole trace that had to wait, and of those in the part shown that
    /// did not.
    private let count: Int
    private let passed: Int

    public init(_ trace: Trace, options: TableOptions = TableOptions()) {
        self.trace = trace.withClampedTimes()
        self.options = options
        let shown = self.trace.waits.filter { options.shows($0.began, $0.ended) }
        let end = self.trace.duration
        func duration(_ wait: Trace.Wait) -> Int64 { max(0, (wait.ended ?? max(end, wait.began)) - wait.began) }
        waits = shown.filter { !$0.passedAtOnce && !$0.isIdle }.enumerated()
            .sorted { (duration($1.element), $0.offset) < (duration($0.element), $1.offset) }.map(\.element)
        passed = shown.count { $0.passedAtOnce }
        count = self.trace.waits.count { !$0.passedAtOnce && !$0.isIdle }
    }

    /// Whether there is a row to show.
    public var isEmpty: Bool { waits.isEmpty }

    /// The table as lines of text, without a newline after the last one. Linear in the rows shown.
    public func text() -> String {
        let names = TraceNames(trace: trace, style: options.style)
        if isEmpty { return passed == 0 ? "No waits." : "No waits: \(passedWords)." }
        let moments = Moments(trace)
        let style = options.style
        let rows = options.rows(of: waits.count)
        let time = moments.width(trace)
        func widest(_ limit: Int, _ text: (Int) -> String) -> Int { min(limit, (0..<rows).reduce(1) { max($0, displayWidth(text($1))) }) }
        func who(_ row: Int) -> String { waits[row].item.map(names.item) ?? names.lane(waits[row].lane) }
        func what(_ row: Int) -> String { names.awaited(waits[row]) ?? "time to pass" }
        func end(_ row: Int) -> String { ended(waits[row], names, moments) }
        let columns: [TextTable.Column] = [
            .init("waiter", width: widest(28, who), minimum: 14, cell: who),
            .init("thread", width: widest(18) { names.lane(waits[$0].lane) }, minimum: 8, priority: 30) { names.lane(waits[$0].lane) },
            .init("waits for", width: widest(28, what), minimum: 14, cell: what),
            .init("from", width: time, isNumber: true, priority: 50) { moments.text(waits[$0].began) },
            .init("duration", width: 9, isNumber: true) { row in
                moments.duration(max(0, (waits[row].ended ?? trace.duration) - waits[row].began)).shown(style)
            },
            .init("ended by", width: widest(44, end), minimum: 20, priority: 60, cell: end),
        ]
        return TextTable(
            title: moments.title(options.title(waits.count, of: count, "wait") + (waits.count > 1 ? ", the longest first" : "")),
            columns: columns, rows: rows,
            remark: remark
        ).text(width: options.clampedWidth, style: style)
    }

    /// How many rows are not shown, and how many calls have no row because they did not have to
    /// wait.
    private var remark: String? {
        let more = options.remark(of: waits.count, "wait", "waits")
        return passed == 0 ? more : ((more.map { $0 + " " } ?? "") + "Not listed: \(passedWords).")
    }

    /// "3 times a thread asked and did not have to wait".
    private var passedWords: String { "\(Wording.count(passed, "time")) a thread asked and did not have to wait" }

    /// "worker 2 left group 1 last", "timed out", "nothing: it waited to the end".
    private func ended(_ wait: Trace.Wait, _ names: TraceNames, _ moments: Moments) -> String {
        if wait.ended == nil { return trace.isUnfinished(wait) ? "nothing yet: it still waits" : "not in the trace" }
        if wait.timedOut { return "its time limit" + (wait.timeout.map { " of \(moments.duration($0))".shown(options.style) } ?? "") }
        if wait.kind == .sleep { return "the time was over" }
        if wait.kind == .processor { return "its priority is the highest again" }
        if wait.kind == .kernel { return "the call returned" }
        guard let index = wait.endedBy, trace.events.indices.contains(index) else { return "not in the trace" }
        let event = trace.events[index]
        let actor = names.lane(Int(event.lane))
        switch event.kind {
        case .groupLeft: return "\(actor) left it last"
        case .semaphoreSignalled: return "\(actor) signalled it"
        case .lockReleased: return "\(actor) released it"
        case .conditionSignalled: return "\(actor) signalled it"
        case .onceEnded: return "\(actor) had run it"
        case .threadEnded: return "\(actor) ended"
        case .itemEnded:
            if let item = trace.item(ofEvent: index) { return "\(names.item(item)) ended on \(actor)" }
            return "an item ended on \(actor)"
        case .itemBegan: return "its turn came on \(actor)"
        default: return actor
        }
    }
}
