import Words

/// The table as text.
extension ScheduleTable {
    /// Its lines, each at most as wide as the terminal.
    /// - Parameters:
    ///   - width: columns; at least 40 are used.
    ///   - namesFile: whether the reader needs the name of the file also if all rows are from one file.
    public func lines(width: Int, namesFile: Bool = false) -> [String] {
        if rows.isEmpty { return [] }
        let table = withRoomForCode(width: max(40, width)), layout = Layout.best(for: table, width: max(40, width))
        let isOfOneFile = rows.allSatisfy { $0.file == rows[0].file }
        var lines = [layout.heading(table)]
        for (index, row) in table.rows.enumerated() {
            if let count = skipped[index] { lines.append(layout.skipped(count)) }
            let isNewFile = index == 0 || table.rows[index - 1].file != row.file
            if isNewFile, layout.hasFileLines || (namesFile && isOfOneFile) { lines.append("  \(Layout.name(row.file))") }
            lines.append(contentsOf: layout.lines(of: row, in: table))
        }
        guard let legend else { return lines }
        // At the right end of the heading if there is room.
        let end = min(width, lines.map(displayWidth).max() ?? 0), free = end - displayWidth(lines[0]) - displayWidth(legend)
        if free >= 6 {
            lines[0] += String(repeating: " ", count: free) + legend
        } else {
            lines.append(legend)
        }
        return lines
    }

    /// The table without a column that tells nothing about the steps that decide, if these have no room beside it.
    private func withRoomForCode(width: Int) -> ScheduleTable {
        var deciding = self
        deciding.rows = rows.filter { isMarked($0) || $0.isFailure }
        guard variables.count > 1, !Layout(self, width: width).isComplete(deciding),
            let column = variables.indices.last(where: { column in !deciding.rows.contains { $0.values[column] != nil } })
        else { return self }
        var table = self
        table.variables.remove(at: column)
        for index in table.rows.indices {
            let values = table.rows[index].values.filter { $0.key != column }.map { ($0.key > column ? $0.key - 1 : $0.key, $0.value) }
            table.rows[index].values = Dictionary(uniqueKeysWithValues: values)
        }
        return table.withRoomForCode(width: width)
    }

    /// How the columns share a width.
    ///
    /// Each row has the text of one thread. So a text can run on below the headings of the threads to its right, and the columns begin
    /// close to each other if the texts are long.
    private struct Layout {
        private static let gap = 2
        private static let mark = 2
        /// The sign of a failure, and the gap before it.
        private static let end = 3
        private static let leastCell = 22
        /// A line of code should have this much, if the values can be shorter.
        private static let usualCell = 34
        /// With more changes from one file to another, each row has the file's name.
        private static let mostFileLines = 4
        private static let longestFile = 14
        private let lineWidth: Int
        /// Where the column of each thread begins, in the room for texts; all 0 if there is no room for columns: then each row begins with
        /// the thread's name.
        private let starts: [Int]
        private let textWidth: Int
        private let nameWidth: Int
        private let valueWidths: [Int]
        private let hasFileNames: Bool
        /// Whether a line with the name of a file comes before its rows.
        let hasFileLines: Bool
        private var isApart: Bool { nameWidth == 0 }

        /// The layout with the variables' whole names as headings if no line of code is shorter for them.
        static func best(for table: ScheduleTable, width: Int) -> Layout {
            let short = Layout(table, width: width), whole = Layout(table, width: width, hasWholeNames: true)
            let isAsWide = zip(whole.valueWidths, short.valueWidths).allSatisfy { $0 >= $1 }
            return isAsWide && whole.isApart == short.isApart && whole.isComplete(table) ? whole : short
        }

        init(_ table: ScheduleTable, width: Int, hasWholeNames: Bool = false) {
            let changes = zip(table.rows, table.rows.dropFirst()).count { $0.file != $1.file }
            let isInOtherFile = table.readersFile.map { table.rows.first.map(\.file).map(Self.name) != $0 } ?? false
            hasFileLines = 1..<Self.mostFileLines ~= changes || changes == 0 && isInOtherFile
            hasFileNames = changes >= Self.mostFileLines
            let hasFiles = hasFileNames
            let position = max(4, table.rows.map { Self.position($0, hasFiles).count }.max() ?? 0)
            let names = table.threads.map(displayWidth)
            var widths = table.variables.indices.map { column in
                let heading = hasWholeNames ? table.variables[column] : Self.short(table.variables, column)
                return max(displayWidth(heading), table.rows.map { displayWidth($0.values[column] ?? "") }.max() ?? 0)
            }
            Self.makeRoom(in: &widths, for: table, width: width - Self.mark - position - Self.gap - Self.end, names.max() ?? 0)
            func taken() -> Int { widths.reduce(0) { $0 + $1 + Self.gap } }
            let room = max(Self.leastCell, width - Self.mark - position - Self.gap - taken() - Self.end)
            // (A note that has no room beside its line has a line of its own.)
            let texts = table.threads.indices.map { thread in
                table.rows.filter { $0.thread == thread }.map { max(displayWidth($0.source), 2 + displayWidth($0.note)) }.max() ?? 0
            }
            let beside = table.threads.indices.map { thread in
                table.rows.filter { $0.thread == thread }
                    .map { displayWidth($0.source) + ($0.note.isEmpty ? 0 : 2 + displayWidth($0.note)) }.max() ?? 0
            }
            let starts = Self.starts(names, beside, room) ?? Self.starts(names, texts, room) ?? Self.closest(names, room)
            if let starts {
                let reached = zip(starts, zip(names, beside)).map { $0 + max($1.0, $1.1) }.max() ?? 0
                (self.starts, nameWidth, textWidth) = (starts, 0, min(room, max(Self.leastCell, reached)))
            } else {
                let name = min(16, names.max() ?? 0)
                self.starts = table.threads.map { _ in 0 }
                (nameWidth, textWidth) = (name, name + Self.gap + min(room - name - Self.gap, max(beside.max() ?? 0, Self.leastCell)))
            }
            (lineWidth, valueWidths) = (position, widths)
        }

        /// Makes the columns of values narrower where the lines of code need the room.
        /// - Parameter name: the width of the longest name of a thread.
        private static func makeRoom(in widths: inout [Int], for table: ScheduleTable, width: Int, _ name: Int) {
            func taken() -> Int { widths.reduce(0) { $0 + $1 + gap } }
            // The values never take more than two fifths.
            while taken() > width * 2 / 5, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 6 {
                widths[widest] -= 1
            }
            // No line is wider than the screen.
            while width - taken() < leastCell, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 6 {
                widths[widest] -= 1
            }
            // A change can leave out the value that it finds: the row before has it.
            let least = table.variables.indices.map { column in
                max(
                    displayWidth(short(table.variables, column)),
                    table.rows.compactMap { $0.values[column] }.map { displayWidth(shortened($0, 0)) }.max() ?? 0)
            }
            let longest = min(usualCell, table.rows.map { displayWidth($0.source) }.max() ?? 0)
            while width - taken() < longest + min(16, name) + gap,
                let widest = widths.indices.filter({ widths[$0] > least[$0] }).max(by: { widths[$0] < widths[$1] })
            {
                widths[widest] -= 1
            }
        }

        /// "balance" of "Account.balance", if no other column is called so.
        private static func short(_ names: [String], _ column: Int) -> String {
            func short(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }
            let own = short(names[column])
            return names.count { short($0) == own } == 1 ? own : names[column]
        }

        /// Whether no line of code is cut, and no value.
        func isComplete(_ table: ScheduleTable) -> Bool {
            table.rows.allSatisfy { row in
                displayWidth(row.source) <= textWidth - (isApart ? starts[row.thread] : nameWidth + Self.gap)
                    && row.values.allSatisfy { displayWidth(Self.shortened($1, valueWidths[$0])) <= valueWidths[$0] }
            }
        }

        /// Columns that are as far apart as their texts need, or as the room allows; nil if a text would be cut.
        private static func starts(_ names: [Int], _ texts: [Int], _ room: Int) -> [Int]? {
            var starts = [0]
            for column in names.indices.dropFirst() {
                // The columns to the right need at least this much.
                let rest =
                    names.indices[column...].map { other in
                        names[column..<other].reduce(0) { $0 + $1 + gap } + max(names[other], texts[other])
                    }.max() ?? 0
                let nearest = starts[column - 1] + names[column - 1] + gap
                let apart = starts[column - 1] + max(leastCell, names[column - 1], texts[column - 1]) + gap
                guard room - rest >= nearest else { return nil }
                starts.append(min(apart, room - rest))
            }
            return zip(starts, texts).allSatisfy { $0 + $1 <= room } ? starts : nil
        }

        /// Columns as close as their names allow; nil if the last one has no room for its texts.
        private static func closest(_ names: [Int], _ room: Int) -> [Int]? {
            var starts = [0]
            for name in names.dropLast() { starts.append((starts.last ?? 0) + name + gap) }
            return room - (starts.last ?? 0) >= leastCell ? starts : nil
        }

        /// The name of a file without its folders.
        static func name(_ file: String) -> String { file.split(separator: "/").last.map(String.init) ?? file }

        private static func position(_ row: Row, _ hasFile: Bool) -> String {
            guard hasFile else { return "\(row.line)" }
            let name = name(row.file)
            return "\(cutText(name.hasSuffix(".swift") ? String(name.dropLast(6)) : name, to: longestFile)):\(row.line)"
        }

        private func joined(_ mark: String, _ position: String, _ text: String, _ values: [String], _ end: String) -> String {
            let right = String(repeating: " ", count: max(0, lineWidth - displayWidth(position))) + position
            var line = mark + right + "  " + padded(text, textWidth)
            for (value, width) in zip(values, valueWidths) { line += "  " + padded(Self.shortened(value, width), width) }
            line += end.isEmpty ? "" : "  " + end
            while line.last == " " { line.removeLast() }
            return line
        }

        /// A change that has no room: the value that it leaves. (The row before has the one that it finds.)
        private static func shortened(_ value: String, _ width: Int) -> String {
            guard displayWidth(value) > width, let arrow = value.firstRange(of: "→") else { return value }
            return String(value[arrow.lowerBound...])
        }

        func heading(_ table: ScheduleTable) -> String {
            var text = isApart ? "" : "thread"
            if isApart { for (name, start) in zip(table.threads, starts) { text += spaces(start - displayWidth(text)) + name } }
            var line = joined("  ", "", text, [], ""), start = Self.mark + lineWidth + Self.gap + textWidth + Self.gap
            for (column, name) in table.variables.enumerated() {
                // The type's name can begin before the column: the heading has room there.
                let short = Self.short(table.variables, column), hanging = start - (displayWidth(name) - displayWidth(short))
                let room = displayWidth(line) + Self.gap
                if displayWidth(name) <= valueWidths[column] {
                    line += spaces(max(room, start) - displayWidth(line)) + name
                } else if name.hasSuffix(short), displayWidth(short) <= valueWidths[column], hanging >= room {
                    line += spaces(hanging - displayWidth(line)) + name
                } else if column > 0, name.hasSuffix("." + short),
                    name.dropLast(short.count)
                        == table.variables[column - 1].dropLast(
                            Self.short(table.variables, column - 1).count)
                {
                    // (".low" is of the same type as the variable before it.)
                    line += spaces(start - 1 - displayWidth(line)) + "." + cutText(short, to: valueWidths[column])
                } else {
                    line += spaces(max(room, start) - displayWidth(line)) + cutText(short, to: valueWidths[column])
                }
                start += valueWidths[column] + Self.gap
            }
            return line
        }

        func skipped(_ count: Int) -> String {
            "  " + String(repeating: " ", count: max(0, lineWidth - 1)) + "⋯  \(count) \(count == 1 ? "step" : "steps")"
        }

        /// A step, and its note on a line of its own if there is no room beside it.
        func lines(of row: Row, in table: ScheduleTable) -> [String] {
            let values = table.variables.indices.map { row.values[$0] ?? "" }
            let start = isApart ? starts[row.thread] : nameWidth + Self.gap, room = textWidth - start
            let isBeside = row.note.isEmpty || displayWidth(row.source) + 2 + displayWidth(row.note) <= room
            func cell(_ text: String, _ name: String) -> String {
                (isApart ? spaces(start) : padded(name, nameWidth) + spaces(Self.gap)) + cutText(text, to: room)
            }
            let first = row.source + (isBeside && !row.note.isEmpty ? "  \(row.note)" : "")
            var lines = [
                joined(
                    table.isMarked(row) ? "▸ " : "  ", Self.position(row, hasFileNames), cell(first, table.threads[row.thread]), values,
                    row.isFailure ? "✗" : "")
            ]
            if !isBeside { lines.append(joined("  ", "", cell("  " + row.note, ""), [], "")) }
            return lines
        }

        private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

        private func padded(_ text: String, _ width: Int) -> String {
            let text = cutText(text, to: width)
            return text + spaces(width - displayWidth(text))
        }
    }
}
