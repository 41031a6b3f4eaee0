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
        case .semaphoreSignalled: return "value \(count(object, 1))"
        case .groupEntered: return "count \(count(object, 1))"
        case .groupLeft: return "count \(count(object, -1))"
        case .itemEnqueued where entry.detail & 1 << 9 != 0: values[entry.extra, default: 0] += 1
        case .waitBegan where entry.detail & 0xFF == 4: sleepers[object, default: []].insert(entry.task)
        case .waitEnded where entry.detail & 0xFF == 4: sleepers[object]?.remove(entry.task)
        case .waitEnded where entry.detail & 0xFF == 1 && entry.detail >> 8 & 1 == 0: values[object, default: 0] -= 1
        case .conditionSignalled: return sleepers[object, default: []].isEmpty ? "no thread waits" : nil
        default: break
        }
        return nil
    }

    private mutating func count(_ object: UInt64, _ by: Int) -> Int {
        values[object, default: 0] += by
        return values[object] ?? 0
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
        isRacing = isRacing || other.isRacing
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

    /// Adds words to the last row of a thread at a line that has none.
    mutating func note(_ words: String, line: Int, of file: String, by name: String) {
        let row = rows.lastIndex { $0.line == line && $0.file == file && threads[$0.thread] == name && $0.note.isEmpty }
        if let row { rows[row].note = words }
    }

    /// Where another thread's step decides because it comes between a check and an act in another line, the act says what the check saw.
    mutating func noteStaleCheck() {
        let marked = rows.indices.filter { rows[$0].isDeciding }
        guard let first = marked.first, let last = marked.last, rows[last].note.isEmpty else { return }
        if rows[first].thread != rows[last].thread { return noteOldValue(last) }
        guard marked.contains(where: { rows[$0].thread != rows[first].thread }), !rows[first].writes,
            rows[first].line != rows[last].line || rows[first].file != rows[last].file
        else { return }
        // (A lock that is acquired checks nothing.)
        let isCheck = ["if ", "guard ", "let ", "while ", "return "].contains(where: rows[first].source.hasPrefix)
        guard rows[first].reads || isCheck else { return }
        let seen = rows[first].values.values.first ?? "", isShort = rows[first].values.count == 1 && !seen.contains("?") && seen.count <= 12
        rows[last].note = isShort ? "line \(rows[first].line) saw \(seen)" : "line \(rows[first].line) is out of date"
    }

    /// A thread that acts on what it read in another line, when another thread has changed that since: the act says what the check saw.
    private mutating func noteOldValue(_ last: Int) {
        for (column, value) in rows[last].values.sorted(by: { $0.key < $1.key }) {
            let own = rows[..<last].lastIndex { $0.thread == rows[last].thread && $0.values[column] != nil }
            guard let own, rows[own].file == rows[last].file, rows[own].line != rows[last].line, let seen = rows[own].values[column],
                !seen.contains("→"), !seen.contains("?"), seen.count <= 12, value != seen, !value.hasPrefix("\(seen) → "),
                rows[own..<last].contains(where: { $0.thread != rows[last].thread && $0.values[column]?.contains("→") == true })
            else { continue }
            rows[last].note = "line \(rows[own].line) saw \(seen)"
            return
        }
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
            for column in row.values.filter({ $0.value.contains("→") }).keys.sorted() {
                let own = rows[..<last].lastIndex { $0.thread == row.thread && $0.values[column] != nil }
                guard let own, !rows[own].writes,
                    let inside = rows[own..<last].lastIndex(where: { $0.thread != row.thread && $0.values[column]?.contains("→") == true })
                else { continue }
                for index in rows.indices { rows[index].isDeciding = [own, inside, last].contains(index) }
                return
            }
        }
    }

    /// A declaration that stores a first value is left out if the variable's next row shows that value.
    mutating func dropFirstValues() {
        for index in rows.indices.reversed() {
            let row = rows[index]
            guard !isMarked(row), !row.isFailure, row.note.isEmpty, row.values.count == 1, let (column, value) = row.values.first,
                value.hasPrefix("→ "), row.source.contains(#/^(?:[\w()@]+ )*(?:var|let) \w+\b[^=]*= /#),
                let next = rows[(index + 1)...].first(where: { $0.values[column] != nil })?.values[column]
            else { continue }
            let stored = value.dropFirst(2)
            guard next == stored || next.hasPrefix("\(stored) → ") else { continue }
            rows.remove(at: index)
        }
        for thread in threads.indices.reversed() where !rows.contains(where: { $0.thread == thread }) {
            threads.remove(at: thread)
            for index in rows.indices where rows[index].thread > thread { rows[index].thread -= 1 }
        }
    }
}

extension ScheduleTable.Row {
    /// Whether it has only the declaration of a type: steps that the compiler has added, when an object is freed. No line of the program
    /// says what happens there.
    var isDeclarationOnly: Bool {
        guard values.isEmpty, note.isEmpty, !isDeciding, !isRacing, !isFailure else { return false }
        return source.firstMatch(of: #/^(?:@\w+ |[a-z]+ )*(?:class|actor|struct|enum) [A-Z]\w*/#) != nil
    }
}
