import Narration
import Timeline
import Trace

extension ViewerModel {
    /// All that is known of an event: the sentence, the item's life, the lines of source around the source.
    func detail(_ step: Step, width: Int) -> [[Span]] {
        let model = runs[current]
        var lines = Self.wrapped(
            [Span(.subject, step.subject + ":"), Span(step.isWarning ? .warning : .text, step.text)], width: width)
        if let item = model.item { lines += [[]] + life(of: item, width: width) }
        if let source = step.source, !source.file.isEmpty { lines += [[]] + excerpt(source, width: width) }
        return lines
    }

    /// Where it was handed over, where it ran, and how long each took.
    private func life(of item: Int, width: Int) -> [[Span]] {
        ItemLife(runs[current].run.trace).rows(of: item).flatMap { row in
            let gap = String(repeating: " ", count: 10)
            return Self.wrapped([Span(.text, row.text)], width: width - gap.count).enumerated().map { index, line in
                [Span(.number, index == 0 ? row.name + gap.dropFirst(row.name.count) : gap)] + line
            }
        }
    }

    /// The line of source that the sentence is about, with two before and after it, where the file is still at hand.
    private func excerpt(_ source: Trace.Place.Location, width: Int) -> [[Span]] {
        let name = source.file.split(separator: "/").last.map(String.init) ?? source.file
        var lines: [[Span]] = [[Span(.subject, source.line > 0 ? "\(name):\(source.line)" : name), Span(.place, "  \(source.function)")]]
        guard source.line > 0, let text = SourceFile.lines(of: source.file, around: source.line, reach: 2) else { return lines }
        for (number, text) in text {
            let isCall = number == source.line
            let mark = isCall ? (style.isASCII ? "> " : "▸ ") : "  "
            let digits = String(number)
            let gap = String(repeating: " ", count: Swift.max(0, 4 - digits.count))
            let spans = [Span(.subject, mark), Span(.number, gap + digits + "  "), Span(isCall ? .subject : .text, text)]
            lines.append(StatePanel.fit(spans, width: width, isASCII: style.isASCII))
        }
        return lines
    }
}
