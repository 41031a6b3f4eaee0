import Narration
import Terminal
import Timeline

extension TextPage {
    package var style: Style { Style(isASCII: isASCII, colour: isColoured ? .indexed : .none) }

    /// A timeline as lines of the page.
    package func drawing(of trace: Trace, lanes: LaneMode, foldsIdleTime: Bool) -> [String] {
        let options = TimelineOptions(
            width: width, lanes: lanes, style: style, foldsIdleTime: foldsIdleTime, showsDependencies: hasFewDependencies(trace))
        return Self.lines(of: TimelineDrawing(trace, options: options).text())
    }

    /// In print nothing can be asked for, so a few arrows between operations are always shown.
    private func hasFewDependencies(_ trace: Trace) -> Bool { (1...12).contains(trace.items.reduce(0) { $0 + $1.dependencies.count }) }

    package static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Prints a run event by event: after each key in a terminal, otherwise without a pause.
    package func tell(_ trace: Trace) {
        Output.flush()
        let look = isColoured ? StepperLook.coloured(isASCII: isASCII) : StepperLook(isASCII: isASCII)
        let log = StepLog(trace)
        let layout = StepLog.Layout(width: width, isASCII: isASCII)
        if isInteractive {
            log.step(layout: layout, look: look)
        } else {
            log.printAll(layout, look: look) { text in
                Output.put(text)
                return true
            }
        }
    }
}
