import Narration
import Timeline
import Trace

extension ViewerModel {
    /// All that is known of an event: the sentence, the item's life, the lines of source around the
    /// source, and the whole state.
    func detail(_ step: Step, width: Int) -> [[Span]] {
        let model = runs[current]
        var lines = Self.wrapped(
            [Span(.subject, step.subject + ":"), Span(step.isWarning ? .warning : .text, step.text)], width: width)
        if let item = model.item { lines += [[]] + life(of: item, width: width) }
        if let source = step.source, !source.file.isEmpty {
            lines += [[]] + SourceFile.excerpt(source, width: width, isASCII: style.isASCII)
        } else {
            lines += [[]] + Self.wrapped([Span(.number, "No line of source is known for this event.")], width: width)
        }
        let state = model.panel.allLines(model.log.state(at: model.step), width: width, isASCII: style.isASCII)
        return lines + [[], [Span(.number, "The state after it:")]] + state
    }

    /// Where it was submitted, where it ran, and how long each took.
    private func life(of item: Int, width: Int) -> [[Span]] {
        ItemLife(runs[current].trace).rows(of: item).flatMap { row in
            let gap = String(repeating: " ", count: 10)
            return Self.wrapped([Span(.text, row.text)], width: width - gap.count).enumerated().map { index, line in
                [Span(.number, index == 0 ? row.name + gap.dropFirst(row.name.count) : gap)] + line
            }
        }
    }
}
