import Narration
import Timeline

// The only place where a lab's page meets the rooms that draw.

extension Session {
    private var style: Style { Style(isASCII: paper.isASCII, colour: paper.isColoured ? .indexed : .none) }

    func drawing(of trace: Trace, _ variant: Variant<Parameters>) -> [String] {
        let options = TimelineOptions(width: paper.width, lanes: variant.lanes == .queues ? .queues : .threads, style: style)
        return lines(of: TimelineDrawing(trace, options: options).text())
    }

    func summary(of trace: Trace) -> [String] { Summary(trace).lines }

    func bars(of comparison: Comparison<Parameters>, _ figures: [Double]) -> [String] {
        let rows = zip(comparison.entries, figures).map { (label: $0.name, value: $1, note: "") }
        return lines(of: BarChart(title: comparison.title, unit: comparison.unit, rows: rows).text(width: paper.width, style: style))
    }

    private func lines(of text: String) -> [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}

extension Session {
    /// Event by event: for a learner with the keyboard, or all at once.
    func tell(_ trace: Trace) {
        Output.flush()
        let look = paper.isColoured ? StepperLook.coloured(isASCII: paper.isASCII) : StepperLook(isASCII: paper.isASCII)
        let log = StepLog(trace)
        let layout = StepLog.Layout(width: paper.width, isASCII: paper.isASCII)
        if paper.isInteractive {
            log.step(layout: layout, look: look)
        } else {
            log.printAll(layout, look: look) { text in
                Output.put(text)
                return true
            }
        }
    }
}
