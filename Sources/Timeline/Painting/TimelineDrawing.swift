import Words
import Trace

/// A timeline of one trace: an axis, the lanes with their bars, messages, and a legend.
///
/// Laying out costs n log n in the items; painting costs what the screen holds and one look at each visible item.
public struct TimelineDrawing: Sendable {
    public let trace: Trace
    /// Width, style, lanes of which kind and folded sub-lanes count when the drawing is made; the others can change.
    public var options: TimelineOptions
    public let layout: Layout
    /// How a run with unfinished work ended, in words.
    let endingWords: [String]
    /// Which operation depends on which, and a circle of such, if there is one.
    let dependencies: [LanePainter.Dependency]
    /// The accesses to variables that several threads use, in an explored run.
    let accesses: [LanePainter.Access]
    /// The long stretches in which nothing happened because all that had begun was blocked.
    let blocked: [Range<Int64>]

    public init(_ trace: Trace, options: TimelineOptions = TimelineOptions()) {
        let trace = trace.withClampedTimes()
        self.trace = trace
        self.options = options
        let layout = Layout(trace, mode: options.lanes, maximumSubLanes: options.maximumSubLanes, actors: options.maximumActors)
        self.layout = layout
        endingWords = Messages.ending(trace, layout)
        dependencies = LanePainter.dependencies(trace)
        accesses = LanePainter.accesses(trace)
        blocked = Self.blockedStretches(trace, layout)
    }

    /// The drawing as lines of text, without a newline after the last one.
    public func text() -> String { canvas().text(options.style) }

    /// The drawing as cells, for callers that draw on a screen themselves.
    public func canvas() -> Canvas {
        var canvas = Canvas(width: options.clampedWidth)
        let names = TraceNames(trace: trace, style: options.style)
        let selection = LaneSelection(layout, names, options, range: visibleRange)
        let gutter = Gutter(selection, names, width: canvas.width)
        if let title = options.title { canvas.addLine(title.shown(options.style).fitted(to: canvas.width, options.style), .heading) }
        for warning in Messages.warnings(trace, canRecordAgain: options.canRecordAgain) {
            canvas.addWrapped("! " + warning, .warning, options.style)
        }
        guard !layout.isEmpty else {
            canvas.addWrapped(Messages.nothing(trace, options.lanes), .text, options.style)
            return canvas
        }
        let shown = visibleRange
        let scale = TimeScale(
            from: shown.lowerBound, to: shown.upperBound, columns: canvas.width - gutter.columns,
            idle: options.foldsIdleTime && trace.origin != .explorer ? idle(in: shown) : [])
        var painter = LanePainter(
            trace: trace, layout: layout, names: names, scale: scale, gutter: gutter, canvas: canvas, accesses: accesses)
        painter.paintAxis(isAbove: true)
        let firstRow = painter.canvas.rows.count
        painter.paint(selection)
        painter.paintDependencies(dependencies, showsAll: options.showsDependencies)
        painter.paintFolds(from: firstRow)
        if painter.canvas.rows.count - firstRow > 30 { painter.paintAxis(isAbove: false) }
        painter.paintFoldWords()
        canvas = painter.canvas
        for message in endingWords + Messages.staging(trace, shownBy: "option --staging") {
            canvas.addWrapped(message, .text, options.style)
        }
        if options.showsLegend {
            canvas.addLegend(painter.legend, trace, layout.mode, options.style)
            canvas.addColours(painter.colours, options.style)
        }
        return canvas
    }

    /// A length of this trace's time as people write it: "1.2 ms", in an explored trace "3 steps".
    public func words(forDuration length: Int64) -> String { Wording.duration(length, steps: trace.origin == .explorer) }

    /// The requested range, cut to the part with something to see.
    private var visibleRange: Range<Int64> {
        let drawable = -Trace.latestMoment..<Trace.latestMoment
        guard let range = options.range?.clamped(to: drawable), !range.isEmpty else {
            return layout.start..<max(layout.end, layout.start + 1)
        }
        return range
    }

    private func idle(in range: Range<Int64>) -> [Range<Int64>] {
        var gaps = layout.idle.map { $0.clamped(to: range) }.filter { !$0.isEmpty }
        if layout.start > range.lowerBound { gaps.insert(range.lowerBound..<min(layout.start, range.upperBound), at: 0) }
        if layout.end < range.upperBound { gaps.append(max(layout.end, range.lowerBound)..<range.upperBound) }
        return gaps.filter { !$0.isEmpty }
    }
}

extension Canvas {
    mutating func addWrapped(_ text: String, _ role: Role, _ style: Style) {
        for line in text.shown(style).wrapped(to: width, indent: 2, style) { addLine(line, role) }
    }
}
