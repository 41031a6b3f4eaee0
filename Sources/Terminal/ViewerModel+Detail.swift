import Narration
import Timeline
import Trace

extension ViewerModel {
    /// All that is known of an event: the sentence, the item's life, the lines of source around the call.
    func detail(_ step: Step, width: Int) -> [[Span]] {
        let model = runs[current]
        let trace = model.run.trace
        var lines = Self.wrapped(
            [Span(.subject, step.subject + ":"), Span(step.isWarning ? .warning : .text, step.text)], width: width)
        if let item = model.item { lines += [[]] + life(of: item, width: width) }
        guard trace.events.indices.contains(step.event) else { return lines }
        let place = Int(trace.events[step.event].place)
        if trace.places.indices.contains(place), let call = trace.places[place].call, !call.file.isEmpty {
            lines += [[]] + excerpt(call, width: width)
        } else if let item = model.item, let place = trace.items[item].place, trace.places.indices.contains(place),
            let call = trace.places[place].call, !call.file.isEmpty
        {
            lines += [[]] + excerpt(call, width: width)
        }
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

    /// The line of source that made the call, with two before and after it, where the file is still at hand.
    private func excerpt(_ call: Trace.Place.Location, width: Int) -> [[Span]] {
        let name = call.file.split(separator: "/").last.map(String.init) ?? call.file
        var lines: [[Span]] = [[Span(.subject, call.line > 0 ? "\(name):\(call.line)" : name), Span(.place, "  \(call.function)")]]
        guard call.line > 0, let source = SourceFile.lines(of: call.file, around: call.line, reach: 2) else { return lines }
        for (number, text) in source {
            let isCall = number == call.line
            let mark = isCall ? (style.isASCII ? "> " : "▸ ") : "  "
            let digits = String(number)
            let gap = String(repeating: " ", count: Swift.max(0, 4 - digits.count))
            let spans = [Span(.subject, mark), Span(.number, gap + digits + "  "), Span(isCall ? .subject : .text, text)]
            lines.append(StatePanel.fit(spans, width: width, isASCII: style.isASCII))
        }
        return lines
    }
}
