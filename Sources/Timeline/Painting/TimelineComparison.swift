import Words
import Trace

/// Two timelines one above the other on one axis, each from the moment at which its run began to do something.
///
/// Two runs of very different length have an axis each: on one axis the short one would be a column or two.
public struct TimelineComparison: Sendable {
    public let drawings: [TimelineDrawing]
    public let options: TimelineOptions

    /// - Parameter options: its title is not used (each run has its own), and its range counts from the beginning of each run.
    public init(
        _ first: Trace, _ second: Trace, titles: (first: String, second: String), options: TimelineOptions = TimelineOptions()
    ) {
        self.options = options
        drawings = [(first, titles.first), (second, titles.second)].map { trace, title in
            var own = options
            own.title = title
            return TimelineDrawing(trace, options: own)
        }
    }

    /// The drawing as lines of text, without a newline after the last one.
    public func text() -> String { canvas().text(options.style) }

    /// The drawing as cells, for callers that draw on a screen themselves.
    public func canvas() -> Canvas {
        var canvas = Canvas(width: options.clampedWidth)
        let style = options.style
        let names = drawings.map { TraceNames(trace: $0.trace, style: style) }
        let selections = zip(drawings, names).map { drawing, names in
            let first = drawing.layout.start
            return LaneSelection(
                drawing.layout, names, options, range: first..<max(drawing.layout.end, first + 1))
        }
        let gutters = zip(selections, names).map { Gutter($0, $1, width: canvas.width) }
        let gutter = Gutter(gutters)
        let scales = TimeScale.scales(for: drawings, range: visibleRange, columns: canvas.width - gutter.columns)
        var legend: Set<LegendEntry> = []
        var colours = ColourBook()
        var passing: Set<FoldReason> = []
        for (index, drawing) in drawings.enumerated() {
            if index > 0 { canvas.addRow() }
            canvas.addLine((drawing.options.title ?? "").shown(style).fitted(to: canvas.width, style), .heading)
            for warning in Messages.warnings(drawing.trace) { canvas.addWrapped("! " + warning, .warning, style) }
            guard !drawing.layout.isEmpty else {
                canvas.addWrapped(Messages.nothing(drawing.trace), .text, style)
                continue
            }
            var painter = LanePainter(
                trace: drawing.trace, layout: drawing.layout, names: names[index], scale: scales[index], gutter: gutter, canvas: canvas,
                shift: drawing.layout.start, colours: colours, legend: legend, accesses: drawing.accesses)
            painter.paintAxis(isAbove: true)
            let firstRow = painter.canvas.rows.count
            painter.paint(selections[index])
            painter.paintFolds(from: firstRow)
            passing.formUnion(painter.foldReasons)
            // Where one run had ended, the words describe the other one.
            painter.foldReasons = passing.count > 1 ? passing.subtracting([.ended]) : passing
            if index == drawings.count - 1 || scales[0] != scales[1] { painter.paintFoldWords() }
            (canvas, legend, colours) = (painter.canvas, painter.legend, painter.colours)
            for message in drawing.endingWords + Messages.staging(drawing.trace, shownBy: "option --staging") {
                canvas.addWrapped(message, .text, style)
            }
        }
        canvas.addWrapped(lengths + (scales[0] == scales[1] || lengths.isEmpty ? "" : " · each on a time scale of its own"), .text, style)
        if options.showsLegend {
            let ended = drawings.map(\.trace).first { if case .killed = $0.ending { true } else { false } } ?? drawings[0].trace
            canvas.addLegend(legend, ended, options.lanes, style)
        }
        return canvas
    }

    /// The requested part of the time.
    private var visibleRange: Range<Int64>? {
        options.range.map { $0.clamped(to: 0..<Trace.latestMoment) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func comparison(_ second: Int64, _ first: Int64) -> String {
        let ratio = BarChart.number((Double(second) / Double(first) * 100).rounded() / 100)
        return ratio == "1" ? "equally long" : "\(ratio) times as long"
    }

    /// How the two compare, in words.
    private var lengths: String {
        let lengths = drawings.map { $0.layout.end - $0.layout.start }
        guard drawings.allSatisfy({ !$0.layout.isEmpty }), lengths.allSatisfy({ $0 > 0 }) else { return "" }
        let isSteps = drawings[0].trace.origin == .explorer
        let words = zip(drawings, lengths).map { "\($0.options.title ?? ""): \(Wording.duration($1, steps: isSteps))" }
        return words.joined(separator: " · ") + " · " + comparison(lengths[1], lengths[0])
    }
}
