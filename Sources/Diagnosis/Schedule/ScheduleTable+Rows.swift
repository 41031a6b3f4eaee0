import Explorer
import Schedules

/// Counts what semaphores and groups count, and who waits for a condition.
struct Counters {
    private var values: [UInt64: Int] = [:]
    private var sleepers: [UInt64: Set<Int>] = [:]

    /// - Returns: what the step has made of it, in words.
    mutating func note(_ entry: ExecutionRecord.Entry) -> String? {
        let object = entry.object
        switch entry.event {
        case .semaphoreCreated: values[object] = Int(clamping: entry.argument)
        case .semaphoreSignalled: return count(object, 1)
        case .groupEntered: return count(object, 1)
        case .groupLeft: return count(object, -1)
        case .itemEnqueued where entry.detail & 1 << 9 != 0: values[entry.extra, default: 0] += 1
        case .waitBegan where entry.detail & 0xFF == 4: sleepers[object, default: []].insert(entry.task)
        case .waitEnded where entry.detail & 0xFF == 4: sleepers[object]?.remove(entry.task)
        case .waitEnded where entry.detail & 0xFF == 1 && entry.detail >> 8 & 1 == 0: values[object, default: 0] -= 1
        case .conditionSignalled: return sleepers[object, default: []].isEmpty ? "no thread waits" : nil
        default: break
        }
        return nil
    }

    private mutating func count(_ object: UInt64, _ by: Int) -> String {
        values[object, default: 0] += by
        return "now \(values[object] ?? 0)"
    }
}

extension ScheduleTable.Row {
    /// Another access of the same statement.
    mutating func add(_ other: Self) {
        for (column, value) in other.values {
            // (A statement that reads and then writes shows the change, which has both values.)
            if values[column] == nil || values[column] == "?" || value.contains("→") && value != "? →" { values[column] = value }
        }
        if note.isEmpty { note = other.note }
        isDeciding = isDeciding || other.isDeciding
        isFailure = isFailure || other.isFailure
    }

    var reads: Bool { values.values.contains { !$0.contains("→") } }
    var writes: Bool { values.values.contains { $0.contains("→") } }
}

extension ScheduleTable {
    mutating func append(_ row: Row?) { if let row { rows.append(row) } }

    /// Where other steps come between the read and the write of one statement, each part says which it is.
    mutating func noteParts() {
        for (index, row) in rows.enumerated() where row.note.isEmpty && row.reads && !row.writes {
            let rest = rows[(index + 1)...].firstIndex { $0.thread == row.thread && $0.file == row.file }
            guard let rest, rest > index + 1, rows[rest].line == row.line, rows[rest].writes, !rows[rest].reads else { continue }
            rows[index].note = "(reads)"
            rows[rest].note = "(writes)"
        }
    }

    /// Where another thread's step decides because it comes between a check and an act in another line, the act says what the check saw.
    mutating func noteStaleCheck() {
        let marked = rows.indices.filter { rows[$0].isDeciding }
        guard let first = marked.first, let last = marked.last, rows[first].thread == rows[last].thread, rows[last].note.isEmpty,
            marked.contains(where: { rows[$0].thread != rows[first].thread }), !rows[first].writes,
            rows[first].line != rows[last].line || rows[first].file != rows[last].file
        else { return }
        // (A lock that is acquired checks nothing.)
        let isCheck = ["if ", "guard ", "let ", "while ", "return "].contains(where: rows[first].source.hasPrefix)
        guard rows[first].reads || isCheck else { return }
        let seen = rows[first].values.values.first ?? "", isShort = rows[first].values.count == 1 && !seen.contains("?") && seen.count <= 12
        rows[last].note = isShort ? "line \(rows[first].line) saw \(seen)" : "line \(rows[first].line) is out of date"
    }

    /// A thread that only reads after everything has happened does not belong to the failure.
    mutating func dropLastReads() {
        while rows.count > 2, let last = rows.last, !last.isDeciding, !last.isFailure, ["", "(reads)"].contains(last.note), !last.writes,
            !rows.dropLast().contains(where: { $0.thread == last.thread })
        {
            rows.removeLast()
            if last.thread == threads.count - 1 { threads.removeLast() }
        }
    }

    /// Where one thread changes a variable between another's read and its write, these three steps are the ones that decide.
    mutating func markLostUpdate() {
        for (last, row) in rows.enumerated() where row.writes {
            for (column, _) in row.values.filter({ $0.value.contains("→") }) {
                let own = rows[..<last].lastIndex { $0.thread == row.thread && $0.values[column] != nil }
                guard let own, !rows[own].writes,
                    let inside = rows[own..<last].lastIndex(where: { $0.thread != row.thread && $0.values[column]?.contains("→") == true })
                else { continue }
                for index in rows.indices { rows[index].isDeciding = [own, inside, last].contains(index) }
                return
            }
        }
    }
}
