import Trace

/// A table of the stretches in which threads stood still: who waited, for what, how long, and who ended it.
public struct WaitTable: Sendable {
    public let trace: Trace
    public let options: TableOptions

    public init(_ trace: Trace, options: TableOptions = TableOptions()) {
        self.trace = trace.withSaneTimes()
        self.options = options
    }

    /// Whether there is a row to show.
    public var isEmpty: Bool { trace.waits.isEmpty }

    /// The table as lines of text, the last one without a newline behind it. Linear in the rows shown.
    public func text() -> String {
        let names = TraceNames(trace: trace, style: options.style)
        if isEmpty { return "No waits." }
        let moments = Moments(trace)
        let style = options.style
        let waits = trace.waits
        let rows = options.rows(of: waits.count)
        let time = moments.width(trace)
        func widest(_ limit: Int, _ text: (Int) -> String) -> Int { min(limit, (0..<rows).reduce(1) { max($0, displayWidth(text($1))) }) }
        func who(_ row: Int) -> String { waits[row].item.map(names.item) ?? names.lane(waits[row].lane) }
        func what(_ row: Int) -> String { names.awaited(waits[row]) ?? "time to pass" }
        func end(_ row: Int) -> String { ended(waits[row], names, moments) }
        let columns: [TextTable.Column] = [
            .init("who waits", width: widest(28, who), minimum: 14, cell: who),
            .init("thread", width: widest(18) { names.lane(waits[$0].lane) }, minimum: 8, priority: 30) { names.lane(waits[$0].lane) },
            .init("for what", width: widest(28, what), minimum: 14, cell: what),
            .init("from", width: time, isNumber: true, priority: 50) { moments.text(waits[$0].began) },
            .init("how long", width: 9, isNumber: true) { row in
                moments.duration(max(0, (waits[row].ended ?? trace.duration) - waits[row].began)).shown(style)
            },
            .init("what ended it", width: widest(44, end), minimum: 20, priority: 60, cell: end),
        ]
        return TextTable(
            title: moments.title(Wording.count(waits.count, "wait")), columns: columns, rows: rows,
            remark: options.remark(of: waits.count, "wait", "waits")
        ).text(width: options.clampedWidth, style: style)
    }

    /// "worker 2 left group 1 last", "timed out", "nothing: it waited to the end".
    private func ended(_ wait: Trace.Wait, _ names: TraceNames, _ moments: Moments) -> String {
        if wait.ended == nil { return "nothing yet: it still waits" }
        if wait.timedOut { return "its time limit" + (wait.timeout.map { " of \(moments.duration($0))".shown(options.style) } ?? "") }
        if wait.kind == .sleep { return "the time was over" }
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
