import Words
import Trace

extension StepLog {
    /// How lines are laid out.
    public struct Layout: Equatable, Sendable {
        /// Columns, from 40.
        public var width: Int
        /// Use only ASCII characters.
        public var isASCII: Bool
        public init(width: Int = 100, isASCII: Bool = false) {
            self.width = max(40, width)
            self.isASCII = isASCII
        }
    }

    /// Columns that a sentence is indented by: number and time are to the left of it.
    private var indent: (number: Int, time: Int) {
        (
            number: String(max(1, count)).count + 1,
            time: displayWidth(Wording.moment(max(trace.duration, trace.events.last?.time ?? 0), steps: trace.origin == .explorer))
        )
    }

    /// One sentence as lines of stretches with their roles: `#14  +1.204 ms  photoQueue: barrier add(_:) #3 starts; …`.
    public func lines(of step: Step, _ layout: Layout) -> [[Span]] {
        let (numberWidth, timeWidth) = indent
        let number = "#\(step.number)"
        let time = Wording.moment(step.time, steps: trace.origin == .explorer)
        let left = [
            Span(.number, number + spaces(numberWidth - number.count + 2)),
            Span(.time, spaces(timeWidth - displayWidth(time)) + time + "  "),
        ]
        let leftWidth = numberWidth + timeWidth + 4
        // In a narrow terminal the sentence goes below number and time, so that it keeps room to be read.
        let isNarrow = layout.width - leftWidth < 32
        let indentation = isNarrow ? 4 : leftWidth
        var words = [Span(.subject, step.subject + ":")]
        words.append(Span(step.isWarning ? .warning : .text, step.text))
        if let place = step.place { words.append(Span(.place, "(\(place))")) }
        if layout.isASCII { words = words.map { Span($0.role, SafeText.ascii($0.text)) } }
        var lines = Self.wrap(words, width: layout.width - indentation).enumerated().map { index, line in
            index == 0 && !isNarrow ? left + line : [Span(.text, spaces(indentation))] + line
        }
        if isNarrow { lines.insert(left, at: 0) }
        if isNarrow { lines[0] = Self.trimmed(lines[0]) }
        return lines
    }

    /// Without blanks at the end.
    private static func trimmed(_ line: [Span]) -> [Span] {
        var line = line
        while let last = line.last {
            line[line.count - 1].text = String(last.text.reversed().drop { $0 == " " }.reversed())
            if line[line.count - 1].text.isEmpty { line.removeLast() } else { break }
        }
        return line
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

    /// One sentence as plain text; several lines when the width asks for it.
    public func text(of step: Step, _ layout: Layout = Layout()) -> String {
        lines(of: step, layout).map { $0.map(\.text).joined() }.joined(separator: "\n")
    }

    /// Breaks stretches, with a blank between two, at words into lines of at most `width` columns;
    /// a longer word is broken too.
    public static func wrap(_ spans: [Span], width: Int) -> [[Span]] {
        if let line = inOneLine(spans, width: width) { return [line] }
        let words = spans.flatMap { span in span.text.split(separator: " ").map { (role: span.role, text: $0) } }
        let lines = LineFilling.fill(
            words, room: { _ in width }, columns: { displayWidth(String($0.text)) }, gap: { $0.role == .place ? 2 : 1 },
            pieces: { word, columns in LineFilling.anywhere(word.text, columns).map { (word.role, $0) } })
        return lines.map { line in
            line.reduce(into: []) { spans, part in
                let text = String(repeating: " ", count: part.gap) + part.word.text
                if spans.last?.role == part.word.role {
                    spans[spans.count - 1].text += text
                } else {
                    spans.append(Span(part.word.role, text))
                }
            }
        }
    }

    /// The stretches with blanks between them, if a line holds them all.
    private static func inOneLine(_ spans: [Span], width: Int) -> [Span]? {
        var column = 0
        var line: [Span] = []
        for span in spans {
            let gap = line.isEmpty ? "" : span.role == .place ? "  " : " "
            column += gap.utf8.count + displayWidth(span.text)
            if column > width { return nil }
            line.append(Span(span.role, gap + span.text))
        }
        return line
    }
}
