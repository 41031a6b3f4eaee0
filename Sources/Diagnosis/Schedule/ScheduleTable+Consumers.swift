import Explorer
import Schedules
import Trace
import Words

/// Tables of results that are handed on one by one: which task takes which.
extension Scene {
    /// The elements of a stream with several consumers: who sends them, and who takes them; nil if that is not known.
    func streamTable() -> ScheduleTable? {
        let asks = log.entries.filter {
            $0.event == .note && $0.text == ExecutionRecord.Entry.asksStream && source.position($0.places) == nil
        }
        let streams = Dictionary(grouping: asks, by: \.object).filter { Set($0.value.map(\.task)).count > 1 }
        guard streams.count == 1, let stream = streams.first?.key else { return nil }
        var table = NamedRows(self), sent: [String] = [], isFinished = false, waiting: [Int] = [], takers: Set<Int> = []
        for (index, entry) in log.entries.enumerated() where entry.object == stream {
            if entry.event == .lockAcquired, let place = source.position(entry.places), place.text.contains(/\.(yield|finish)\(/) {
                guard table.add(index, entry.task, place) else { continue }
                let next = waiting.isEmpty ? nil : waiting.removeFirst()
                if place.text.contains(".finish(") {
                    isFinished = true
                    for row in [next].compactMap(\.self) + waiting { table.rows[row].note = Self.isOver }
                    waiting = []
                } else if let next {
                    table.rows[next].note = Self.takes(place)
                    takers.insert(table.rows[next].thread)
                } else {
                    sent.append(Self.takes(place))
                }
            } else if entry.event == .note, entry.text == ExecutionRecord.Entry.asksStream, let place = iteration(of: entry.task),
                table.add(index, entry.task, place)
            {
                let row = table.rows.count - 1
                if !sent.isEmpty {
                    table.rows[row].note = sent.removeFirst()
                    takers.insert(table.rows[row].thread)
                } else if isFinished {
                    table.rows[row].note = Self.isOver
                } else {
                    waiting.append(row)
                }
            }
        }
        for row in waiting { table.rows[row].note = "waits for an element" }
        for row in table.rows.indices where [Self.isOver, "waits for an element"].contains(table.rows[row].note) {
            table.rows[row].isFailure = !takers.contains(table.rows[row].thread)
        }
        return table.table
    }

    private static let isOver = "the stream is over"

    /// "takes "connected"", or with the line that sends the element.
    private static func takes(_ place: SourceIndex.Position) -> String {
        let argument = place.text.firstMatch(of: /\.yield\(("[^"]{0,16}"|-?[\w.]{1,16})\)/).map { String($0.output.1) }
        return argument.map { "takes \($0)" } ?? "takes the element of line \(place.line)"
    }

    /// The tasks of a group: in which order they are added, end, and give their results; nil if that is not known.
    func groupTable() -> ScheduleTable? {
        var table = NamedRows(self), added: [UInt64: SourceIndex.Position] = [:], asked: [Int: SourceIndex.Position] = [:]
        var ended: [String] = [], hasEnded = false
        for (index, entry) in log.entries.enumerated() {
            switch entry.event {
            case .taskCreated:
                guard let place = source.position(entry.places), place.text.contains(".addTask") else { continue }
                added[entry.object] = place
                if table.add(index, entry.task, place) { table.rows[table.rows.count - 1].note = entry.text.map { "adds \($0)" } ?? "" }
            case .taskEnded:
                guard let place = added[entry.object], table.add(index, entry.task, place) else { continue }
                table.rows[table.rows.count - 1].note = hasEnded ? "ends" : "ends first"
                hasEnded = true
                ended.append(name(entry.task))
            case .waitBegan where Int(entry.detail & 0xFF) == Trace.Wait.Kind.taskGroup.rawValue:
                asked[entry.task] = source.position(entry.places)
            case .waitEnded where Int(entry.detail & 0xFF) == Trace.Wait.Kind.taskGroup.rawValue:
                guard let place = asked[entry.task], !ended.isEmpty, table.add(index, entry.task, place) else { continue }
                table.rows[table.rows.count - 1].note = "takes the result of \(ended.removeFirst())"
            default: break
            }
        }
        return added.count > 1 && table.rows.count > added.count ? table.table : nil
    }

    /// Rows that are found in the order of the steps.
    private struct NamedRows {
        private let names: [String]
        private var threads: [Int] = []
        var rows: [ScheduleTable.Row] = []

        init(_ scene: Scene) { names = TaskNames(scene.log).short }

        var table: ScheduleTable? {
            let table = ScheduleTable(threads: threads.map { names.indices.contains($0) ? names[$0] : "task \($0)" }, rows: rows)
            return rows.count > 2 ? table : nil
        }

        mutating func add(_ step: Int, _ task: Int, _ place: SourceIndex.Position) -> Bool {
            if place.text.isEmpty { return false }
            if !threads.contains(task) { threads.append(task) }
            rows.append(
                .init(
                    thread: threads.firstIndex(of: task) ?? 0, file: place.file.name, line: place.line,
                    source: TableMaker.statement(place.text), step: step))
            return true
        }
    }
}
