import Explorer
import Schedules

/// All steps of an execution that is not over.
extension TableMaker {
    /// A row for each step that other threads can observe. Nothing is left out and nothing is marked: it is not known yet what will matter.
    func soFar() -> ScheduleTable {
        var all = self
        for entry in entries where entry.event != .waitBegan { all.add(entry) }
        return all.everyRow()
    }

    private func everyRow() -> ScheduleTable {
        var table = ScheduleTable(), threads: [Int: Int] = [:]
        func thread(_ task: Int) -> Int {
            if let known = threads[task] { return known }
            threads[task] = table.threads.count
            table.threads.append(name(task))
            return table.threads.count - 1
        }
        let columns = columns(&table.variables)
        var counters = Counters(), latest: (row: Int, entry: Int)?
        for (index, entry) in entries.enumerated() {
            let counted = counters.note(entry)
            guard isShown(index), let place = scene.source.statement(entry.places), !place.text.isEmpty else { continue }
            var row = ScheduleTable.Row(
                thread: thread(entry.task), file: place.file.name, line: place.line, source: Self.statement(place.text), step: index)
            if entry.isAccess {
                if let column = columns[Self.word(entry)] { row.values[column] = Self.value(of: entry) }
            } else {
                row.note = counted ?? scene.source.accessor(entry.places) ?? ""
            }
            if let latest, continues(table.rows[latest.row], row, from: entries[latest.entry], to: entry) {
                table.rows[latest.row].add(row)
            } else {
                table.rows.append(row)
            }
            latest = (table.rows.count - 1, index)
        }
        table.noteParts()
        return table
    }
}
