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
    private struct Layout {
        private static let gap = 2
        private static let mark = 2
        /// The sign of a failure, and the gap before it.
        private static let end = 3
        private static let leastCell = 22
        private let lineWidth: Int
        /// The columns of the threads; one if there is no room for one each: then each row begins with the thread's name.
        private let cells: Int
        private let cellWidth: Int
        private let nameWidth: Int
        private let valueWidths: [Int]
        private let hasSeveralFiles: Bool

        init(_ table: ScheduleTable, width: Int) {
            let hasFiles = Set(table.rows.map(\.file)).count > 1
            let position = max(4, table.rows.map { Self.position($0, hasFiles).count }.max() ?? 0)
            var widths = table.variables.indices.map { column in
                max(displayWidth(table.variables[column]), table.rows.map { displayWidth($0.values[column] ?? "") }.max() ?? 0)
            }
            // The values never take more than two fifths.
            func taken() -> Int { widths.reduce(0) { $0 + $1 + Self.gap } }
            while taken() > width * 2 / 5, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 6 {
                widths[widest] -= 1
            }
            let rest = width - Self.mark - position - taken() - Self.end
            let each = table.threads.isEmpty ? rest : rest / table.threads.count - Self.gap
            let longest = max(
                table.threads.map(displayWidth).max() ?? 0,
                table.rows.map { displayWidth($0.source) + ($0.note.isEmpty ? 0 : 2 + displayWidth($0.note)) }.max() ?? 0)
            if each >= Self.leastCell {
                (cells, nameWidth, cellWidth) = (table.threads.count, 0, min(each, max(longest, Self.leastCell)))
            } else {
                let name = min(16, table.threads.map(displayWidth).max() ?? 0)
                nameWidth = name
                (cells, cellWidth) = (1, name + Self.gap + min(rest - name - 2 * Self.gap, max(longest, Self.leastCell)))
            }
            (lineWidth, valueWidths, hasSeveralFiles) = (position, widths, hasFiles)
        }

        private static func position(_ row: Row, _ hasFile: Bool) -> String {
            hasFile ? "\(row.file.split(separator: "/").last ?? ""):\(row.line)" : "\(row.line)"
        }

        private func joined(_ mark: String, _ position: String, _ cells: [String], _ values: [String], _ end: String) -> String {
            let right = String(repeating: " ", count: max(0, lineWidth - position.count)) + position
            var line = mark + right
            for cell in cells { line += "  " + padded(cell, cellWidth) }
            for (value, width) in zip(values, valueWidths) { line += "  " + padded(value, width) }
            line += end.isEmpty ? "" : "  " + end
            while line.last == " " { line.removeLast() }
            return line
        }

        func heading(_ table: ScheduleTable) -> String {
            let names = cells == table.threads.count ? table.threads : [padded("thread", nameWidth)]
            return joined("  ", "", names, table.variables, "")
        }

        func skipped(_ count: Int) -> String {
            "  " + String(repeating: " ", count: max(0, lineWidth - 1)) + "⋯  \(count) \(count == 1 ? "step" : "steps")"
        }

        /// A step, and its note on a line of its own if there is no room beside it.
        func lines(of row: Row, in table: ScheduleTable) -> [String] {
            let values = table.variables.indices.map { row.values[$0] ?? "" }
            let isApart = cells == table.threads.count
            let room = isApart ? cellWidth : cellWidth - nameWidth - Self.gap
            let isBeside = row.note.isEmpty || displayWidth(row.source) + 2 + displayWidth(row.note) <= room
            func threadCells(_ text: String, _ name: String) -> [String] {
                if !isApart { return [padded(name, nameWidth) + "  " + cutText(text, to: room)] }
                return table.threads.indices.map { $0 == row.thread ? cutText(text, to: room) : "" }
            }
            let name = table.threads[row.thread]
            let first = row.source + (isBeside && !row.note.isEmpty ? "  \(row.note)" : "")
            var lines = [
                joined(
                    row.isDeciding ? "▸ " : "  ", Self.position(row, hasSeveralFiles), threadCells(first, name), values,
                    row.isFailure ? "✗" : "")
            ]
            if !isBeside { lines.append(joined("  ", "", threadCells("  " + row.note, ""), [], "")) }
            return lines
        }

        private func padded(_ text: String, _ width: Int) -> String {
            let text = cutText(text, to: width)
            return text + String(repeating: " ", count: max(0, width - displayWidth(text)))
        }
    }
}
