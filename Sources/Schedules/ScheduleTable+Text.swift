import Words

/// The table as text.
extension ScheduleTable {
    /// Its lines, each at most as wide as the terminal.
    /// - Parameter width: columns; at least 40 are used.
    public func lines(width: Int) -> [String] {
        if rows.isEmpty { return [] }
        let layout = Layout(self, width: max(40, width))
        var lines = [layout.heading(self)]
        let isMarked = rows.contains(where: \.isDeciding), legend = "▸ their order decides"
        for (index, row) in rows.enumerated() {
            if let count = skipped[index] { lines.append(layout.skipped(count)) }
            lines.append(contentsOf: layout.lines(of: row, in: self))
        }
        guard isMarked else { return lines }
        // At the right end of the heading if there is room.
        let end = min(width, lines.map(displayWidth).max() ?? 0), free = end - displayWidth(lines[0]) - displayWidth(legend)
        if free >= 6 {
            lines[0] += String(repeating: " ", count: free) + legend
        } else {
            lines.append(legend)
        }
        return lines
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
        private let lineWidth: Int
        /// Where the column of each thread begins, in the room for texts; all 0 if there is no room for columns: then each row begins with
        /// the thread's name.
        private let starts: [Int]
        private let textWidth: Int
        private let nameWidth: Int
        private let valueWidths: [Int]
        private let hasSeveralFiles: Bool
        private var isApart: Bool { nameWidth == 0 }

        init(_ table: ScheduleTable, width: Int) {
            let hasFiles = Set(table.rows.map(\.file)).count > 1
            let places = max(4, table.rows.map { Self.position($0, hasFiles).count }.max() ?? 0)
            var widths = table.variables.indices.map { column in
                max(displayWidth(table.variables[column]), table.rows.map { displayWidth($0.values[column] ?? "") }.max() ?? 0)
            }
            // The values never take more than two fifths.
            func taken() -> Int { widths.reduce(0) { $0 + $1 + Self.gap } }
            while taken() > width * 2 / 5, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 6 {
                widths[widest] -= 1
            }
            // The lines of code come before the names of their files, which are cut at their beginnings.
            let isTight = width - Self.mark - places - Self.gap - taken() - Self.end < 2 * Self.leastCell
            let position = isTight ? min(places, max(12, width / 5)) : places
            let others = Self.mark + position + Self.gap + Self.end + Self.leastCell
            while taken() + others > width, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 6 {
                widths[widest] -= 1
            }
            let room = max(Self.leastCell, width - Self.mark - position - Self.gap - taken() - Self.end)
            let names = table.threads.map(displayWidth)
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
            (lineWidth, valueWidths, hasSeveralFiles) = (position, widths, hasFiles)
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

        private static func position(_ row: Row, _ hasFile: Bool) -> String {
            hasFile ? "\(row.file.split(separator: "/").last ?? ""):\(row.line)" : "\(row.line)"
        }

        private func joined(_ mark: String, _ position: String, _ text: String, _ values: [String], _ end: String) -> String {
            let place = position.count > lineWidth ? "…" + position.suffix(lineWidth - 1) : position
            let right = String(repeating: " ", count: max(0, lineWidth - place.count)) + place
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
            guard isApart else { return joined("  ", "", "thread", table.variables, "") }
            var text = ""
            for (name, start) in zip(table.threads, starts) { text += spaces(start - displayWidth(text)) + name }
            return joined("  ", "", text, table.variables, "")
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
                    row.isDeciding ? "▸ " : "  ", Self.position(row, hasSeveralFiles), cell(first, table.threads[row.thread]), values,
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
