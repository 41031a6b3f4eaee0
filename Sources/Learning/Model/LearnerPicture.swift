import Timeline
import Trace

/// The timeline of a failure, below the words about it. It is laid out once for each width.
public struct LearnerPicture: Sendable {
    /// "A schedule that fails".
    public var caption: String
    public var trace: Trace
    private var drawn: (width: Int, canvas: Canvas)?

    public init(caption: String, trace: Trace) {
        self.caption = caption
        self.trace = trace
    }

    mutating func canvas(width: Int, style: Style) -> Canvas {
        if let drawn, drawn.width == width { return drawn.canvas }
        let options = TimelineOptions(
            width: width, lanes: trace.items.isEmpty ? .threads : .queues, style: style, maximumSubLanes: 6, maximumLanes: 8)
        let canvas = TimelineDrawing(trace, options: options).canvas()
        drawn = (width, canvas)
        return canvas
    }
}
