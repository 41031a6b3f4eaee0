import Narration
import Terminal
import Timeline
import Trace

extension TextPage {
    package var style: Style { Style(isASCII: isASCII, colour: colour) }

    /// Draws a run as text; with `--no-picture`, tells its events.
    package func draw(_ trace: Trace, lanes: LaneMode, foldsIdleTime: Bool) {
        if hasNoPicture { return print(StepLog(trace)) }
        let options = TimelineOptions(
            width: width, lanes: lanes, style: style, foldsIdleTime: foldsIdleTime, showsDependencies: hasFewDependencies(trace))
        for line in Self.lines(of: TimelineDrawing(trace, options: options).text()) { drawn(line) }
    }

    /// In print nothing can be asked for, so a few arrows between operations are always shown.
    private func hasFewDependencies(_ trace: Trace) -> Bool { (1...12).contains(trace.items.reduce(0) { $0 + $1.dependencies.count }) }

    package static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Prints a run event by event: after each key in a terminal, otherwise without a pause.
    /// - Parameter parts: the lines that the lab's question is about; everything else is folded. nil: nothing is.
    package func tell(_ trace: Trace, showing parts: [ShownFiles.Part]? = nil, ways: Ways = Ways()) {
        Output.flush()
        var log = StepLog(trace)
        log.fold(showing: parts.flatMap(ShownFiles.lab))
        if isInteractive { return log.step(layout: layout, look: look, ways: ways) }
        log.printSteps(layout, look: look) { text in
            Output.put(text)
            return true
        }
    }

    /// Prints each event of a run as a sentence.
    private func print(_ log: StepLog) {
        log.printAll(layout, look: look) { text in
            Output.put(text)
            return true
        }
    }

    private var layout: StepLog.Layout { StepLog.Layout(width: width, isASCII: isASCII) }
    private var look: StepperLook { .styled(style) }
}
