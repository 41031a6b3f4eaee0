import Words
import Trace

/// A table of the Swift tasks of a run: when each was made and last ran, the task that made it, and
/// in how many stretches it ran.
public struct TaskTable: Sendable {
    public let trace: Trace
    public let options: TableOptions

    public init(_ trace: Trace, options: TableOptions = TableOptions()) {
        self.trace = trace.withClampedTimes()
        self.options = options
    }

    /// Whether there is a row to show.
    public var isEmpty: Bool { trace.tasks.isEmpty }

    /// The tasks of the part of the time that is shown.
    private func shown(_ stretches: [UInt64: [Stretch]]) -> [Trace.TaskFacts] {
        if options.range == nil { return trace.tasks }
        return trace.tasks.filter { task in
            let ran = stretches[task.id] ?? []
            guard let first = task.created ?? ran.first?.start else { return false }
            return options.shows(first, task.ended ?? ran.last?.end ?? first)
        }
    }

    /// The table as lines of text, without a newline after the last one. Linear in items and tasks.
    public func text() -> String {
        if isEmpty { return "No tasks." }
        let moments = Moments(trace)
        let style = options.style
        var stretches: [UInt64: [Stretch]] = [:], last: [UInt64: Int64] = [:], running: Set<UInt64> = [], nameOf: [UInt64: String] = [:]
        for item in trace.items {
            guard let task = item.task, let began = item.began else { continue }
            stretches[task, default: []].append(Stretch(start: began, end: max(began, item.ended ?? trace.duration)))
            if let ended = item.ended { last[task] = max(last[task] ?? 0, ended) } else { running.insert(task) }
        }
        // A stretch on an actor lies within a job of the global queue that carries it: each moment counts once.
        stretches = stretches.mapValues(Occupation.union)
        let ran = stretches.mapValues { $0.reduce(0) { $0 + $1.end - $1.start } }
        for task in trace.tasks { nameOf[task.id] = task.name.isEmpty ? "task \(task.id)" : task.name.shown(style) }
        let tasks = shown(stretches)
        // Where some stretches were not to be recorded, nothing is known about a task as a whole.
        let choice = trace.coverage.choice
        let isKnown = choice.queues.isEmpty && choice.kinds.isSuperset(of: [.tasks, .actors])
        let rows = options.rows(of: tasks.count)
        let time = moments.width(trace)
        func name(_ row: Int) -> String { nameOf[tasks[row].id] ?? "" }
        func parent(_ row: Int) -> String { tasks[row].parent.map { nameOf[$0] ?? "task \($0)" } ?? "" }
        func widest(_ text: (Int) -> String) -> Int { (0..<rows).reduce(1) { max($0, displayWidth(text($1))) } }
        let columns: [TextTable.Column] = [
            .init("task", width: min(32, widest(name)), minimum: 8, cell: name),
            .init("created", width: time, isNumber: true) { tasks[$0].created.map(moments.text) ?? "–".shown(style) },
            // Not every trace shows when a task ended, but all show when it last ran.
            .init("last ran", width: max(time, 8), isNumber: true) { row in
                guard isKnown else { return "–".shown(style) }
                if running.contains(tasks[row].id) { return trace.coverage.hasGaps ? "–".shown(style) : "running" }
                return (tasks[row].ended ?? last[tasks[row].id]).map(moments.text) ?? "–".shown(style)
            },
            .init("stretches", width: 9, isNumber: true, priority: 40) {
                isKnown ? Wording.grouped(stretches[tasks[$0].id]?.count ?? 0) : "–".shown(style)
            },
            .init("ran", width: 8, isNumber: true, priority: 50) {
                (isKnown ? moments.duration(ran[tasks[$0].id] ?? 0) : "–").shown(style)
            },
            .init("made by", width: min(32, widest(parent)), minimum: 8, priority: 30, cell: parent),
        ]
        return TextTable(
            title: moments.title(options.title(tasks.count, of: trace.tasks.count, "task")), columns: columns, rows: rows,
            remark: options.remark(of: tasks.count, "task", "tasks")
        ).text(width: options.clampedWidth, style: style)
    }
}
