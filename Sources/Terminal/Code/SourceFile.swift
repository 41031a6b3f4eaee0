import Narration
import Timeline
import Trace

/// Lines of a source file that a trace names.
enum SourceFile {
    /// A line of source with two before and after it, where the file is still there; else only the
    /// place.
    static func excerpt(_ source: Trace.Place.Location, width: Int, isASCII: Bool) -> [[Span]] {
        let name = source.file.split(separator: "/").last.map(String.init) ?? source.file
        var lines: [[Span]] = [[Span(.subject, source.line > 0 ? "\(name):\(source.line)" : name), Span(.place, "  \(source.function)")]]
        guard source.line > 0 else { return lines + StepLog.wrap([Span(.number, "The trace does not know the line.")], width: width) }
        guard let file = SourceText(of: source) else {
            return lines + StepLog.wrap([Span(.number, "The line cannot be shown: its file has changed, or is gone.")], width: width)
        }
        for number in max(1, source.line - 2)...min(file.count, source.line + 2) {
            let text = file.line(number, Style(isASCII: isASCII)).map(\.text).joined()
            let isCall = number == source.line
            let mark = isCall ? (isASCII ? "> " : "▸ ") : "  "
            let digits = String(number)
            let gap = String(repeating: " ", count: max(0, 4 - digits.count))
            let spans = [Span(.subject, mark), Span(.number, gap + digits + "  "), Span(isCall ? .subject : .text, text)]
            lines.append(StatePanel.fit(spans, width: width, isASCII: isASCII))
        }
        return lines
    }
}
