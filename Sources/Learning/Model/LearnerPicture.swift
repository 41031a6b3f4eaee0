import Timeline
import Trace

/// The timeline of a failure, below the words about it. It is laid out once for each width.
public struct LearnerPicture: Sendable {
    /// "A schedule that fails".
    public var caption: String
    public var trace: Trace
    /// Whether it is a schedule of a small test, and not the run.
    let isSchedule: Bool
    /// Its steps in the learner's file; nil for a run.
    let steps: ScheduleTable?
    private var drawn: (width: Int, canvas: Canvas)?

    public init(caption: String, trace: Trace) {
        self.caption = caption
        self.trace = trace
        isSchedule = false
        steps = nil
    }

    /// A schedule that fails.
    /// - Parameters:
    ///   - function: the function of `Explored.swift` that was run.
    ///   - showsRaceOnly: whether its outcome is allowed, and a data race is the only mistake.
    ///   - file: the learner's file, without its folders.
    ///   - text: its text.
    public init(schedule trace: Trace, of function: String, showsRaceOnly: Bool, file: String, text: String) {
        let kind = showsRaceOnly ? "A schedule with the data race" : "A schedule that fails"
        caption = "\(kind), of \(function)() in Explored.swift. s goes through it step by step."
        self.trace = trace
        isSchedule = true
        let table = ScheduleTable(trace, file: file, text: text)
        steps = table.isTelling ? table : nil
    }

    /// In a schedule the threads are what matters: which of them takes a step, and when.
    var lanes: LaneMode { Self.lanes(of: trace) }

    static func lanes(of trace: Trace) -> LaneMode {
        trace.isMostlyTasks ? .tasks : trace.items.isEmpty || trace.origin == .explorer ? .threads : .queues
    }

    mutating func canvas(width: Int, style: Style) -> Canvas {
        if let drawn, drawn.width == width { return drawn.canvas }
        var options = TimelineOptions(
            width: width, lanes: lanes, style: style, maximumSubLanes: 6, maximumLanes: 8)
        options.canRecordAgain = false
        let canvas = TimelineDrawing(trace, options: options).canvas()
        drawn = (width, canvas)
        return canvas
    }
}
