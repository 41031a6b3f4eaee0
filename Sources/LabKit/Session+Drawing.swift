import Narration
import Timeline

// The only place where a lab's page meets the rooms that draw.

extension Session {
    func drawing(of trace: Trace, _ variant: Variant<Parameters>) -> [String] {
        let style = Style(isASCII: paper.isASCII, colour: paper.isColoured ? .indexed : .none)
        let options = TimelineOptions(width: paper.width, lanes: variant.lanes == .queues ? .queues : .threads, style: style)
        let drawing = TimelineDrawing(trace, options: options).text()
        return drawing.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    func summary(of trace: Trace) -> [String] { Summary(trace).lines }

    func bars(of comparison: Comparison<Parameters>, _ figures: [Double]) -> [String] {
        zip(comparison.entries, figures).map { "\($0.name)  \(Int($1))" }
    }
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
