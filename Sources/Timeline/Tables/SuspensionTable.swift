import Words
import Trace

/// A table of the time in which Swift tasks had no thread: what each waited for, and where. The longest come first.
public struct SuspensionTable: Sendable {
    public let trace: Trace
    public let options: TableOptions
    private let rows: [Row]
    private let count: Int

    private struct Row: Sendable {
        var task: Int
        var suspension: TaskHistory.Suspension
        var duration: Int64
    }

    /// n log n in the items of the tasks.
    public init(_ trace: Trace, options: TableOptions = TableOptions()) {
        let trace = trace.withClampedTimes()
        self.trace = trace
        self.options = options
        let all = TaskHistory(trace).lives.enumerated().flatMap { task, life in
            life.suspensions.map { Row(task: task, suspension: $0, duration: max(0, ($0.ended ?? trace.duration) - $0.began)) }
        }
        count = all.count
        rows = all.filter { options.shows($0.suspension.began, $0.suspension.ended) }
            .sorted { ($1.duration, $0.suspension.began, $0.task) < ($0.duration, $1.suspension.began, $1.task) }
    }

    /// Whether there is a row to show.
    public var isEmpty: Bool { rows.isEmpty }

    /// The table as lines of text, without a newline after the last one. Linear in the rows shown.
    public func text() -> String {
        if isEmpty { return "No suspended tasks." }
        let names = TraceNames(trace: trace, style: options.style), moments = Moments(trace), style = options.style
        let shown = options.rows(of: rows.count)
        func widest(_ limit: Int, _ text: (Int) -> String) -> Int { min(limit, (0..<shown).reduce(1) { max($0, displayWidth(text($1))) }) }
        func task(_ row: Int) -> String { names.task(rows[row].task) }
        func reason(_ row: Int) -> String {
            rows[row].suspension.reason == .unknown ? "not known" : names.suspensionForms(rows[row].suspension.reason)[0]
        }
        func place(_ row: Int) -> String {
            guard let place = rows[row].suspension.place, trace.places.indices.contains(place) else { return "" }
            return trace.places[place].awaiting.map { PlaceWords.short($0).shown(style) } ?? ""
        }
        let time = moments.width(trace)
        let columns: [TextTable.Column] = [
            .init("task", width: widest(28, task), minimum: 10, cell: task),
            .init("suspended", width: max(9, widest(44, reason)), minimum: 14, cell: reason),
            .init("from", width: time, isNumber: true, priority: 50) { moments.text(rows[$0].suspension.began) },
            .init("duration", width: 9, isNumber: true) { row in
                rows[row].suspension.ended == nil ? "to the end" : moments.duration(rows[row].duration).shown(style)
            },
            .init("where", width: max(5, widest(44, place)), minimum: 12, priority: 60, cell: place),
        ]
        let title =
            options.range == nil
            ? Wording.count(rows.count, "suspension of a task", "suspensions of tasks")
            : "\(Wording.grouped(rows.count)) of \(Wording.count(count, "suspension of a task", "suspensions of tasks"))"
        return TextTable(
            title: moments.title(title + (rows.count > 1 ? ", the longest first" : "")), columns: columns, rows: shown,
            remark: options.remark(of: rows.count, "suspension", "suspensions")
        ).text(width: options.clampedWidth, style: style)
    }
}

/// Places in a program, for tables.
enum PlaceWords {
    /// "server.swift:12, in handle(_:)"; without a file only the function.
    static func short(_ place: Trace.Place.Location) -> String {
        let function = SymbolName.base(of: place.function)
        guard !place.file.isEmpty, place.line > 0 else { return function.isEmpty ? "" : "in \(function)" }
        let file = place.file.split(separator: "/").last.map(String.init) ?? place.file
        return "\(file):\(place.line)" + (function.isEmpty ? "" : ", in \(function)")
    }
}
