import Narration
import Timeline
import Trace

/// A run to be looked at: its trace, what it is called, and what was measured of it.
public struct ViewerRun: Sendable {
    /// "unprotected", or a file's name.
    public var title: String
    /// One line on what was run; may be empty.
    public var summary: String
    public var trace: Trace
    /// What the lanes stand for at first.
    public var lanes: LaneMode
    /// What is claimed of the run, with its figures, a line each; may be empty.
    public var claims: [[Span]]

    public init(title: String, summary: String = "", trace: Trace, lanes: LaneMode = .queues, claims: [[Span]] = []) {
        self.title = title
        self.summary = summary
        self.trace = trace
        self.lanes = lanes
        self.claims = claims
    }
}

/// A run with what looking at it needs, each part made when it is first looked at.
struct RunModel: Sendable {
    let run: ViewerRun
    let log: StepLog
    let panel: StatePanel
    var lanes: LaneMode
    /// Index of the sentence that the cursor stands at; -1 before a log without sentences.
    var step: Int
    /// Rows of the lanes that are scrolled out at the top.
    var scroll = 0
    private var drawings: [LaneMode: TimelineDrawing] = [:]

    init(_ run: ViewerRun) {
        self.run = run
        log = StepLog(run.trace)
        panel = StatePanel(run.trace)
        lanes = run.lanes
        step = log.count > 0 ? 0 : -1
    }

    var current: Step? { step >= 0 ? log[step] : nil }

    /// The moment of the cursor, in nanoseconds since the trace's start.
    var time: Int64? { current?.time }

    /// The item that the current sentence is about: one that is handed over, begins or ends, or that a thread waits in.
    var item: Int? {
        guard let current, run.trace.events.indices.contains(current.event) else { return nil }
        if let item = run.trace.item(ofEvent: current.event) { return item }
        return run.trace.wait(ofEvent: current.event).flatMap { run.trace.waits[$0].item }
    }

    mutating func drawing(_ style: Style) -> TimelineDrawing {
        if let made = drawings[lanes] { return made }
        let made = TimelineDrawing(run.trace, options: TimelineOptions(lanes: lanes, style: style))
        drawings[lanes] = made
        return made
    }
}
