import Words
import Narration
import Timeline
import Trace

extension ViewerModel {
    /// Lays lines in a frame over the picture. What is left and right of the frame is blank, so that no word is cut in two there.
    func cover(_ canvas: inout Canvas, with lines: [[Span]], titled overlay: Overlay) {
        let room = Self.rows(of: overlay, on: canvas)
        let first = Swift.min(overlayScroll, Swift.max(0, lines.count - room))
        let shown = Array(lines.dropFirst(first).prefix(room))
        let title = " \(name(of: overlay)) "
        let closing =
            keys(of: overlay, lines: first..<first + shown.count, of: lines.count).map { " " + $0.joined(separator: "  ") + " " }
            .first { displayWidth($0) + 6 <= canvas.width } ?? ""
        let widest = shown.map { $0.reduce(0) { $0 + displayWidth($1.text) } }.max() ?? 0
        let width = Swift.min(canvas.width, Swift.max(widest, displayWidth(title) + 2, displayWidth(closing) + 2) + 4)
        let left = (canvas.width - width) / 2
        // The answer is below the picture that it describes.
        let free = Swift.max(0, canvas.rows.count - shown.count - 2)
        let top = overlay == .answer ? Swift.max(0, free - 1) : free / 2
        let (across, down) = style.isASCII ? ("-", "|") : ("─", "│")
        let corners = style.isASCII ? ["+", "+", "+", "+"] : ["┌", "┐", "└", "┘"]
        let line = String(repeating: across, count: width - 2)
        let bottom = top + 1 + shown.count
        for row in top...bottom { for column in 0..<canvas.width { canvas.put(Cell(), row: row, column: column) } }
        canvas.write(corners[0] + line + corners[1], .name, row: top, column: left)
        canvas.write(title, .heading, row: top, column: left + 2)
        for (index, spans) in shown.enumerated() {
            canvas.write(down, .name, row: top + 1 + index, column: left)
            canvas.write(down, .name, row: top + 1 + index, column: left + width - 1)
            write(spans, row: top + 1 + index, column: left + 2, &canvas)
        }
        canvas.write(corners[2] + line + corners[3], .name, row: bottom, column: left)
        canvas.write(closing, .secondary, row: bottom, column: left + 2)
    }

    /// How many lines an overlay has room for. The answer leaves the top of the picture visible: a title, the axis and three rows.
    static func rows(of overlay: Overlay, on canvas: Canvas) -> Int {
        Swift.max(3, canvas.rows.count - (overlay == .answer ? 9 : 4))
    }

    /// The keys of an overlay, in several forms, the longest first. If there are more lines than are visible, each form says so.
    private func keys(of overlay: Overlay, lines: Range<Int>, of count: Int) -> [[String]] {
        let isLong = lines.count < count
        let more = [lines.upperBound < count ? "Down" : nil, lines.lowerBound > 0 ? "Up" : nil].compactMap(\.self).joined(separator: " ")
        let position = isLong ? ["\(lines.lowerBound + 1)-\(lines.upperBound)/\(count), more: \(more)"] : []
        if overlay == .answer {
            let isNext = lesson?.hasNext == true, isAsked = lesson?.hasQuestion == true
            let goOn = position + ["Enter: \(isAsked ? "next question" : isNext ? "next variant" : "end")"]
            let short = position + [isAsked || isNext ? "Enter: next" : "Enter: end"]
            return [goOn + ["q: leave", "other keys: look at the run"], goOn + ["q: leave"], goOn, short, position]
        }
        if overlay == .variants || overlay == .exercises {
            return [position + ["Up Down, Enter: choose", "other keys close"], position + ["Enter: choose"], position]
        }
        let steps = overlay == .detail ? [". , step"] : []
        let closes = isLong || overlay == .detail ? "other keys close" : "any key closes"
        return [position + steps + [closes], position + steps, position]
    }

    private func name(of overlay: Overlay) -> String {
        switch overlay {
        case .help: "Keys"
        case .answer: "\(runs[current].run.title): the answer"
        case .load: "How long items waited and ran"
        case .claims: runs[current].run.claims.isEmpty ? "Remarks" : "\(runs[current].run.title): claims and measurements"
        case .variants: "Variants of \(heading)"
        case .exercises: "Exercises of \(heading)"
        case .detail: "Event \(runs[current].step + 1)"
        }
    }

    mutating func lines(of overlay: Overlay, width: Int) -> [[Span]] {
        switch overlay {
        case .load:
            runs[current].costs(width: width, style: style)
                + runs[current].loadTable(width: width, style: style).text().split(separator: "\n", omittingEmptySubsequences: false).map {
                    [Span(.text, String($0))]
                }
        case .help: help(width: width) + legend
        case .variants, .exercises: choices(width: width)
        case .answer: lesson?.lines(width: width, isASCII: style.isASCII) ?? []
        case .claims:
            (runs[current].run.claims + runs[current].remarks.map { [Span(.number, $0.shown(style))] }).flatMap {
                Self.wrapped($0, width: width)
            }
        case .detail: runs[current].current.map { detail($0, width: width) } ?? [[Span(.text, "This run has no events.")]]
        }
    }

    /// The keys, from the table in which they are looked up.
    private func help(width: Int) -> [[Span]] {
        let rows = KeyTable.rows(on: .viewer)
        let column = (rows.map { displayWidth($0.shown) }.max() ?? 0) + 2
        return rows.flatMap { row in
            StepLog.wrap([Span(.text, row.words)], width: Swift.max(20, width - column)).enumerated().map { index, line in
                [Span(.subject, (index == 0 ? row.shown : "").padded(to: column - 1))] + line
            }
        }
    }

    /// The meanings of the signs of the picture.
    private var legend: [[Span]] {
        let signs =
            style.isASCII
            ? "[==] running  H#H barrier: runs alone  ~~ blocked  __ staging  v submitted  .3. queued  V cursor  @ item at the cursor"
            : "██ running  ║▓║ barrier: runs alone  ░░ blocked  ·· staging  ▾ submitted  ┄3┄ queued  ▼ cursor  ◆ item at the cursor"
        return [[Span(.text, "")]] + Self.wrapped([Span(.text, signs)], width: size.columns - 6)
    }

    /// Breaks a line between words, in columns.
    static func wrapped(_ line: [Span], width: Int) -> [[Span]] {
        StepLog.wrap(line, width: Swift.max(20, width))
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(1, width - displayWidth(self) + 1))
    }
}
