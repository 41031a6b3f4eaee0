import LabKit
import PhotosScenario

/// Draws the table: each row has its picture, its name and its state.
struct TableDrawing {
    var title: String
    var isASCII = false
    var isColoured = true

    typealias Colour = ColourFrame.Colour
    private let faint = Colour(128, 128, 128), good = Colour(120, 190, 120), bad = Colour(230, 120, 90)

    /// Lines of text for a row, on a screen with so many lines for the table.
    static func rowHeight(lines: Int) -> Int { max(1, min(10, lines / 4)) }

    /// Lines for the table: all but the title and the figures.
    static func lines(rows: Int) -> Int { max(1, rows - 2) }

    func frame(_ table: TableView, _ times: FrameTimes, columns: Int, rows: Int) -> ColourFrame {
        var frame = ColourFrame(columns: columns, rows: rows)
        let lines = Self.lines(rows: rows)
        for row in table.visibleRows {
            draw(row, table, times.count, top: 1 + row * table.rowHeight - table.offset, lines: lines, into: &frame)
        }
        // The title and the figures cover the parts of rows that reach beyond the table.
        drawEdges(table, times, lines: lines, into: &frame)
        return frame
    }

    private func drawEdges(_ table: TableView, _ times: FrameTimes, lines: Int, into frame: inout ColourFrame) {
        let blank = String(repeating: " ", count: frame.columns)
        let place =
            table.visibleRows.isEmpty ? "" : "  \(table.visibleRows.lowerBound + 1)-\(table.visibleRows.upperBound) of \(table.rows)"
        frame.put(blank, row: 0, column: 0)
        frame.put("\(title)\(place)\(table.isScrolling ? "  scrolling" : "")", row: 0, column: 0, isBold: true)
        let keys = "\(isASCII ? "j k" : "↑ ↓") PgUp PgDn Home End  q: leave"
        if frame.columns >= 75 { frame.put(keys, row: 0, column: frame.columns - keys.count - 1, letters: faint) }
        guard frame.rows > lines + 1 else { return }
        let figures = "worst frame \(Int(times.worst.rounded())) ms  filtered \(table.filtered)  cancelled \(table.cancelled)"
        frame.put(blank, row: lines + 1, column: 0)
        frame.put(figures, row: lines + 1, column: 0, letters: faint)
    }

    private func draw(_ row: Int, _ table: TableView, _ time: Int, top: Int, lines: Int, into frame: inout ColourFrame) {
        guard let record = table.list?.photos[row] else { return }
        // A place between two rows, if there is one.
        let height = table.rowHeight > 2 ? table.rowHeight - 1 : table.rowHeight, width = height * 3
        let isWaiting = record.state == .new || record.state == .downloaded
        let isCancelled = isWaiting && table.cancelledRows.contains(row)
        for line in 0..<height where (1...lines).contains(top + line) {
            for column in 0..<width {
                let cell =
                    record.picture.map { half(of: $0, column, line, width, height) }
                    ?? ColourFrame.Cell(isWaiting ? "." : "x", letters: faint)
                frame.put(cell, row: top + line, column: column + 1)
            }
        }
        guard (1...lines).contains(top) else { return }
        let left = width + 3
        frame.put(record.state == .failed ? "Failed to load" : record.name, row: top, column: left, isBold: record.state != .failed)
        let words: String
        let colour: Colour
        switch record.state {
        case .filtered: (words, colour) = (isASCII ? "filtered" : "✓ filtered", good)
        case .failed: (words, colour) = (record.failure?.words ?? "", bad)
        case _ where isCancelled: (words, colour) = ("cancelled", bad)
        case .downloaded: (words, colour) = ("\(spinner(time)) filtering", faint)
        case .new: (words, colour) = (table.isScrolling ? "waits until you stop" : "\(spinner(time)) loading", faint)
        }
        let isBelow = height > 1 && top + 1 <= lines
        frame.put(words, row: isBelow ? top + 1 : top, column: isBelow ? left : left + 16, letters: colour)
    }

    private func spinner(_ time: Int) -> Character {
        let signs = Array(isASCII ? "|/-\\" : "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
        return signs[time / 5 % signs.count]
    }

    // MARK: Pictures

    /// One place of a picture: an upper and a lower half, or a character that is as bright.
    private func half(of picture: Picture, _ column: Int, _ line: Int, _ width: Int, _ height: Int) -> ColourFrame.Cell {
        let upper = colour(picture, column, line * 2, width, height * 2)
        let lower = colour(picture, column, line * 2 + 1, width, height * 2)
        if isColoured, !isASCII { return ColourFrame.Cell("▀", letters: upper, ground: lower) }
        let signs = Array(" .:-=+*#%@".unicodeScalars)
        let brightness = (upper.brightness + lower.brightness) / 2
        return ColourFrame.Cell(signs[brightness * (signs.count - 1) / 255], letters: isColoured ? upper : nil)
    }

    /// The mean of a few pixels of a part of the picture.
    private func colour(_ picture: Picture, _ column: Int, _ line: Int, _ columns: Int, _ lines: Int) -> Colour {
        var sums = (0, 0, 0)
        for part in 0..<4 {
            let x = ((column * 4 + part % 2 * 2 + 1) * picture.width / (columns * 4))
            let y = ((line * 4 + part / 2 * 2 + 1) * picture.height / (lines * 4))
            let index = (y * picture.width + x) * 3
            sums.0 += Int(picture.pixels[index])
            sums.1 += Int(picture.pixels[index + 1])
            sums.2 += Int(picture.pixels[index + 2])
        }
        return Colour(UInt8(sums.0 / 4), UInt8(sums.1 / 4), UInt8(sums.2 / 4))
    }
}
