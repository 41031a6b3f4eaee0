import Words
import Trace

/// A table of every item, operation and stretch of a task: its submitter, when it was submitted,
/// how long it waited and ran, and on which thread.
public struct ItemTable: Sendable {
    public let trace: Trace
    public let options: TableOptions

    public init(_ trace: Trace, options: TableOptions = TableOptions()) {
        self.trace = trace.withClampedTimes()
        self.options = options
    }

    /// The table as lines of text, without a newline after the last one. Linear in the items.
    public func text() -> String { table().text(width: options.clampedWidth, style: options.style) }

    /// Passes on the same text in pieces, so that a long table need not be kept in memory.
    public func write(_ sink: (String) -> Void) { table().write(width: options.clampedWidth, style: options.style, to: sink) }

    private func table() -> TextTable {
        let style = options.style
        let names = TraceNames(trace: trace, style: style)
        let moments = Moments(trace)
        let items = trace.items
        let (order, count) = order()
        let rows = options.rows(of: count)
        let queueNames = items.isEmpty ? [] : trace.queues.indices.map(names.queue)
        let laneNames = trace.lanes.indices.map(names.lane)
        func queueName(_ index: Int) -> String { queueNames.indices.contains(index) ? queueNames[index] : names.queue(index) }
        func laneName(_ index: Int?) -> String {
            guard let index else { return "" }
            return laneNames.indices.contains(index) ? laneNames[index] : names.lane(index)
        }
        func moment(_ value: Int64?, _ instead: String) -> String { value.map(moments.text) ?? instead.shown(style) }
        func start(_ row: Int) -> String {
            let index = order(row)
            let isKnown = !trace.coverage.hasGaps
            return moment(items.began(index), isKnown ? (items.cancelled(index) != nil ? "cancelled" : "not begun") : "–")
        }
        func end(_ row: Int) -> String {
            let index = order(row)
            // A cancelled operation has an end, at which it counted as finished, but it did not run.
            return items.began(index) == nil ? moment(nil, "–") : moment(items.ended(index), trace.coverage.hasGaps ? "–" : "running")
        }
        func length(_ from: Int64?, _ to: Int64?) -> String {
            guard let from, let to else { return "" }
            return moments.duration(max(0, to - from)).shown(style)
        }
        /// The item that submitted this item, or else the thread.
        func source(_ row: Int) -> String {
            let index = order(row)
            return items[index].enqueuedByItem.map(names.item) ?? laneName(items[index].enqueuedOnLane)
        }
        let widths = Widths(trace, rows, order, names)
        let time = moments.width(trace)
        let columns: [TextTable.Column] = [
            .init("item", width: widths.label, minimum: min(20, widths.label)) { names.item(order($0)) },
            .init("queue", width: widths.queue, minimum: min(14, widths.queue)) { queueName(items.queue(order($0))) },
            .init("how", width: widths.how, minimum: 22, priority: 30) {
                names.how(items[order($0)].how, isBarrier: items[order($0)].isBarrier)
            },
            .init("enqueued", width: time, isNumber: true) { moment(items.enqueued(order($0)), "–") },
            .init("start", width: widths.allBegan ? time : max(time, 9), isNumber: true, cell: start),
            .init("end", width: widths.allEnded ? time : max(time, 7), isNumber: true, cell: end),
            .init("waited", width: 7, isNumber: true, priority: 50) { length(items[order($0)].arrival, items.began(order($0))) },
            .init("ran", width: 7, isNumber: true, priority: 60) { length(items.began(order($0)), items.ended(order($0))) },
            .init("thread", width: widths.lane, minimum: 12, priority: 40) { laneName(items.lane(order($0))) },
            .init("enqueued by", width: widths.source, minimum: 14, priority: 20, cell: source),
        ]
        return TextTable(
            title: moments.title(options.title(count, of: items.count, "item")),
            columns: columns + furtherColumns(widths, order, names, moments), rows: rows,
            remark: options.remark(of: count, "item", "items"))
    }

    /// The columns that only some traces have.
    private func furtherColumns(
        _ widths: Widths, _ order: @escaping (Int) -> Int, _ names: TraceNames, _ moments: Moments
    ) -> [TextTable.Column] {
        let items = trace.items
        var columns: [TextTable.Column] = []
        if widths.after > 0 {
            columns.append(
                .init("after", width: widths.after, minimum: 8, priority: 45) {
                    items[order($0)].dependencies.map(names.item).joined(separator: ", ")
                })
        }
        if widths.hasPriorities {
            columns.append(.init("priority", width: 9, priority: 43) { Self.priority(items[order($0)]) })
        }
        if widths.hasDelays {
            let delays = StartDelays(trace)
            columns.append(.init("waited for", width: 18, minimum: 15, priority: 44) { Self.cause(of: order($0), delays, names) })
        }
        if widths.hasCancelledRunning {
            columns.append(
                .init("cancelled", width: max(moments.width(trace), 9), isNumber: true, priority: 42) { row in
                    items[order(row)].how == .operation ? items[order(row)].cancelled.map(moments.text) ?? "" : ""
                })
        }
        return columns
    }

    private static func priority(_ item: Trace.Item) -> String {
        guard item.how == .operation else { return "" }
        return switch item.operation.priority {
        case ...(-8): "very low"
        case ..<0: "low"
        case 0: "normal"
        case ..<8: "high"
        default: "very high"
        }
    }

    /// The cause for which an operation waited longest before it began; nothing if that was only a thread.
    private static func cause(of item: Int, _ delays: StartDelays, _ names: TraceNames) -> String {
        guard let delay = delays.delay(of: item), let longest = delay.parts.max(by: { $0.duration < $1.duration }) else { return "" }
        return switch longest.cause {
        case .dependency: delay.lastDependency.map(names.item) ?? "a dependency"
        case .suspension: "queue resumed"
        case .width: "room (width \(delay.width ?? 1))"
        case .thread: ""
        }
    }

    /// The columns that the widest cells take, found in one pass that copies nothing.
    private struct Widths {
        var label = 1, queue = 1, how = 1, lane = 1, source = 1, after = 0
        var allBegan = true, allEnded = true
        var hasPriorities = false, hasDelays = false, hasCancelledRunning = false

        init(_ trace: Trace, _ rows: Int, _ order: (Int) -> Int, _ names: TraceNames) {
            var usesQueue = Set<Int>(), usesLane = Set<Int>(), usesHow = Set<Int>()
            var lastQueue = Int.min, lastLane: Int? = nil
            for row in 0..<rows {
                let index = order(row), item = trace.items[index]
                if item.began == nil { allBegan = false }
                if item.ended == nil { allEnded = false }
                if item.how == .operation { look(at: item, trace) }
                if label < 32, item.label.utf8.count > label { label = min(32, max(label, displayWidth(names.item(index)))) }
                let queue = item.queue
                if queue != lastQueue { usesQueue.insert(queue) }
                lastQueue = queue
                let lane = item.lane
                if lane != lastLane, let lane { usesLane.insert(lane) }
                lastLane = lane
                usesHow.insert(item.how.rawValue * 2 + (item.isBarrier ? 1 : 0))
                if source < 24 {
                    if let other = item.enqueuedByItem {
                        source = min(24, max(source, displayWidth(names.item(other))))
                    } else if let lane = item.enqueuedOnLane {
                        source = min(24, max(source, displayWidth(names.lane(lane))))
                    }
                }
                if after < 30, !item.dependencies.isEmpty {
                    let text = item.dependencies.map(names.item).joined(separator: ", ")
                    after = min(30, max(after, displayWidth(text)))
                }
            }
            for index in usesQueue { queue = min(24, max(queue, displayWidth(names.queue(index)))) }
            for index in usesLane { lane = min(18, max(lane, displayWidth(names.lane(index)))) }
            for use in usesHow {
                guard let made = Trace.Item.How(rawValue: use / 2) else { continue }
                how = max(how, displayWidth(names.how(made, isBarrier: use % 2 == 1)))
            }
        }

        private mutating func look(at item: Trace.Item, _ trace: Trace) {
            if item.operation.priority != 0 { hasPriorities = true }
            if let time = item.cancelled, let began = item.began, began <= time { hasCancelledRunning = true }
            guard !hasDelays, item.began != nil, trace.queues.indices.contains(item.queue) else { return }
            let queue = trace.queues[item.queue]
            // (Dependencies have a column of their own.)
            hasDelays = !queue.suspensions.isEmpty || queue.widths.contains { $0.limit != nil }
        }
    }

    /// The items of the part of the time that is shown, by enqueue (by begin where that was not seen), and how many they are.
    private func order() -> (order: @Sendable (Int) -> Int, count: Int) {
        let trace = trace
        func moment(_ index: Int) -> Int64 { trace.items.enqueued(index) ?? trace.items.began(index) ?? .max }
        var isOrdered = true
        for index in trace.items.indices.dropFirst() where moment(index - 1) > moment(index) {
            isOrdered = false
            break
        }
        if isOrdered, options.range == nil { return ({ $0 }, trace.items.count) }
        var shown = trace.items.indices.filter { options.shows(trace.items[$0]) }
        if !isOrdered { shown.sort { (moment($0), $0) < (moment($1), $1) } }
        let rows = shown
        return ({ rows[$0] }, rows.count)
    }

    /// How many items the table has rows for, were there no limit. Linear.
    public var count: Int { options.range == nil ? trace.items.count : trace.items.count { options.shows($0) } }
}

extension TableOptions {
    fileprivate func shows(_ item: Trace.Item) -> Bool {
        shows(item.enqueued ?? item.began ?? 0, item.ended ?? (item.began == nil ? item.cancelled : nil))
    }
}
