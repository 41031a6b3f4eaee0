import Words
import Trace

/// Tables of how long items waited and ran: a row for each queue and actor, and for each task name;
/// below them the items that took longest.
public struct LoadTable: Sendable {
    public let trace: Trace
    public let options: TableOptions
    private let loads: WorkLoads

    /// - Parameter loads: of this trace, if they are already known.
    public init(_ trace: Trace, loads: WorkLoads? = nil, options: TableOptions = TableOptions()) {
        self.trace = trace
        self.options = options
        self.loads = loads ?? WorkLoads(trace, in: options.range)
    }

    /// Whether there is a row to show.
    public var isEmpty: Bool { loads.queues.isEmpty }

    /// The tables as lines of text, without a newline after the last one.
    public func text() -> String {
        let remarks = trace.coverage.choice.sentences.joined(separator: "\n")
        if isEmpty { return remarks.isEmpty ? "No items, so nothing waited or ran." : "No items were recorded.\n" + remarks }
        var parts = remarks.isEmpty ? [] : [remarks]
        parts += [table(loads.queues, "queue", "queues and actors")]
        if !loads.tasks.isEmpty { parts.append(table(loads.tasks, "task name", "task names")) }
        for load in (loads.queues + loads.tasks).prefix(options.limit ?? .max) where !load.worst.isEmpty { parts.append(worst(load)) }
        return parts.joined(separator: "\n\n")
    }

    /// The name of a row.
    func name(_ load: WorkLoad) -> String {
        switch load.subject {
        case .queue(let queue): TraceNames(trace: trace, style: options.style).queue(queue)
        case .tasks(let name): name.isEmpty ? "tasks without a name" : name.shown(options.style)
        }
    }

    /// Two lines for each queue: one for its waiting times, one for its running times.
    private func table(_ all: [WorkLoad], _ kind: String, _ kinds: String) -> String {
        let loads = options.rows(of: all.count)
        func load(_ row: Int) -> WorkLoad { all[row / 2] }
        func first(_ row: Int, _ text: @autoclosure () -> String) -> String { row.isMultiple(of: 2) ? text() : "" }
        func time(_ row: Int, _ value: (WorkLoad.Spread) -> Int64) -> String {
            let spread = row.isMultiple(of: 2) ? load(row).waiting : load(row).running
            return spread.map { words(value($0)) } ?? "–".shown(options.style)
        }
        let widest = (0..<loads).reduce(1) { max($0, displayWidth(name(all[$1]))) }
        let columns: [TextTable.Column] = [
            .init(kind, width: min(28, widest), minimum: min(12, widest)) { first($0, name(load($0))) },
            .init("items", width: 7, isNumber: true, priority: 30) { first($0, Wording.grouped(load($0).items)) },
            .init("queued", width: 6, isNumber: true, priority: 40) { first($0, Wording.grouped(load($0).mostQueued)) },
            .init("", width: 6) { $0.isMultiple(of: 2) ? "waited" : "ran" },
            .init("50%", width: 7, isNumber: true) { time($0, \.median) },
            .init("90%", width: 7, isNumber: true, priority: 20) { time($0, \.percentile90) },
            .init("99%", width: 7, isNumber: true) { time($0, \.percentile99) },
            .init("longest", width: 7, isNumber: true) { time($0, \.longest) },
        ]
        let count = Wording.count(all.count, kind, kinds)
        return TextTable(
            title: "\(count): how long items waited and ran",
            columns: columns, rows: 2 * loads, remark: options.remark(of: all.count, "row", "rows")
        ).text(width: options.clampedWidth, style: options.style)
    }

    /// The items of a queue that took longest.
    private func worst(_ load: WorkLoad) -> String {
        let names = TraceNames(trace: trace, style: options.style)
        let moments = Moments(trace)
        let items = load.worst.map { (index: $0, item: trace.items[$0]) }
        let label = items.reduce(4) { max($0, displayWidth(names.item($1.index))) }
        let thread = items.reduce(6) { max($0, displayWidth($1.item.lane.map(names.lane) ?? "")) }
        let time = moments.width(trace)
        func length(_ from: Int64?, _ to: Int64?) -> String {
            guard let from, let to else { return "–".shown(options.style) }
            return words(max(0, to - from))
        }
        let columns: [TextTable.Column] = [
            .init("item", width: min(36, label), minimum: min(16, label)) { names.item(items[$0].index) },
            .init("enqueued", width: time, isNumber: true, priority: 40) {
                items[$0].item.enqueued.map(moments.text) ?? "–".shown(options.style)
            },
            .init("waited", width: 8, isNumber: true) { length(items[$0].item.arrival, items[$0].item.began) },
            .init("ran", width: 8, isNumber: true) { length(items[$0].item.began, items[$0].item.ended) },
            .init("together", width: 8, isNumber: true, priority: 50) {
                length(items[$0].item.arrival ?? items[$0].item.began, items[$0].item.ended)
            },
            .init("thread", width: min(18, thread), minimum: 6, priority: 30) { items[$0].item.lane.map(names.lane) ?? "" },
        ]
        let count = items.count == 1 ? "the item" : "the \(items.count) items"
        return TextTable(title: moments.title("\(name(load)): \(count) that took longest"), columns: columns, rows: items.count).text(
            width: options.clampedWidth, style: options.style)
    }

    private func words(_ time: Int64) -> String {
        Wording.duration(time, steps: trace.origin == .explorer).shown(options.style)
    }
}

extension Trace.Item {
    /// When it was queued: a delayed item when it was due.
    var arrival: Int64? { enqueued.map { max($0, due ?? $0) } }
}
