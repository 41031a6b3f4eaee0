import Trace

/// A table of every item, operation and stretch of a task: where it came from, when, how long it waited and ran, and on which thread.
public struct ItemTable: Sendable {
    public let trace: Trace
    public let options: TableOptions

    public init(_ trace: Trace, options: TableOptions = TableOptions()) {
        self.trace = trace
        self.options = options
    }

    /// The table as lines of text, the last one without a newline behind it. Linear in the rows shown.
    public func text() -> String { table().text(width: options.clampedWidth, style: options.style) }

    private func table() -> TextTable {
        let names = TraceNames(trace: trace, style: options.style)
        let moments = Moments(trace)
        let style = options.style
        let rows = options.rows(of: trace.items.count)
        let order = Self.order(trace, rows)
        func item(_ row: Int) -> Trace.Item { trace.items[order(row)] }
        func moment(_ value: Int64?, _ instead: String) -> String { value.map(moments.text) ?? instead.shown(style) }
        func start(_ row: Int) -> String { moment(item(row).began, item(row).cancelled != nil ? "cancelled" : "not begun") }
        func end(_ row: Int) -> String { moment(item(row).ended, item(row).began == nil ? "–" : "running") }
        func waited(_ row: Int) -> String {
            guard let enqueued = item(row).enqueued, let began = item(row).began else { return "" }
            return moments.duration(max(0, began - enqueued)).shown(style)
        }
        func ran(_ row: Int) -> String {
            guard let began = item(row).began, let ended = item(row).ended else { return "" }
            return moments.duration(max(0, ended - began)).shown(style)
        }
        func thread(_ row: Int) -> String { item(row).lane.map(names.lane) ?? "" }
        func label(_ row: Int) -> String { names.item(order(row)) }
        func queue(_ row: Int) -> String { names.queue(item(row).queue) }
        func how(_ row: Int) -> String { names.how(item(row)) }
        func source(_ row: Int) -> String { self.source(item(row), names) }
        let time = moments.width(trace)
        let allBegun = (0..<rows).allSatisfy { trace.items[order($0)].began != nil }
        let allEnded = (0..<rows).allSatisfy { trace.items[order($0)].ended != nil }
        let labels = widest(rows, limit: 32, label), queues = widest(rows, limit: 24, queue)
        var columns: [TextTable.Column] = [
            .init("item", width: labels, minimum: min(20, labels), cell: label),
            .init("queue", width: queues, minimum: min(14, queues), cell: queue),
            .init("how", width: widest(rows, limit: 22, how), minimum: 22, priority: 30, cell: how),
            .init("enqueued", width: time, isNumber: true) { moment(item($0).enqueued, "–") },
            .init("start", width: allBegun ? time : max(time, 9), isNumber: true, cell: start),
            .init("end", width: allEnded ? time : max(time, 7), isNumber: true, cell: end),
            .init("waited", width: 7, isNumber: true, priority: 50, cell: waited),
            .init("ran", width: 7, isNumber: true, priority: 60, cell: ran),
            .init("thread", width: widest(rows, limit: 18, thread), minimum: 12, priority: 40, cell: thread),
            .init("enqueued by", width: widest(rows, limit: 24, source), minimum: 14, priority: 20, cell: source),
        ]
        if trace.items.contains(where: { !$0.dependencies.isEmpty }) {
            func after(_ row: Int) -> String { item(row).dependencies.map(names.item).joined(separator: ", ") }
            columns.append(.init("after", width: widest(rows, limit: 30, after), minimum: 8, priority: 45, cell: after))
        }
        return TextTable(
            title: moments.title(Wording.count(trace.items.count, "item")), columns: columns, rows: rows,
            remark: options.remark(of: trace.items.count, "item", "items"))
    }

    /// Who handed the item over: the item that did, or else the thread.
    private func source(_ item: Trace.Item, _ names: TraceNames) -> String {
        item.enqueuedByItem.map(names.item) ?? item.enqueuedOnLane.map(names.lane) ?? ""
    }

    private func widest(_ rows: Int, limit: Int, _ text: (Int) -> String) -> Int {
        var widest = 1
        for row in 0..<rows where widest < limit {
            let cell = text(row)
            if cell.utf8.count > widest { widest = max(widest, displayWidth(cell.shown(options.style))) }
        }
        return min(widest, limit)
    }

    /// The items by enqueue (by begin where that was not seen), as the trace has them.
    private static func order(_ trace: Trace, _ rows: Int) -> @Sendable (Int) -> Int {
        func moment(_ index: Int) -> Int64 { trace.items[index].enqueued ?? trace.items[index].began ?? .max }
        var isOrdered = true
        for index in trace.items.indices.dropFirst() where moment(index - 1) > moment(index) {
            isOrdered = false
            break
        }
        if isOrdered { return { $0 } }
        let sorted = trace.items.indices.sorted { (moment($0), $0) < (moment($1), $1) }
        return { sorted[$0] }
    }
}
