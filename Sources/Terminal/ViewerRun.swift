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
    /// Leaves out long stretches in which nothing happens.
    public var foldsIdleTime: Bool
    /// What is claimed of the run, with its figures, a line each; may be empty.
    public var claims: [[Span]]
    /// A documented mistake showed in it.
    public var showsMistake = false

    public init(
        title: String, summary: String = "", trace: Trace, lanes: LaneMode = .queues, foldsIdleTime: Bool = true, claims: [[Span]] = []
    ) {
        self.title = title
        self.summary = summary
        self.trace = trace
        self.lanes = lanes
        self.foldsIdleTime = foldsIdleTime
        self.claims = claims
    }
}

/// A run with what looking at it needs.
struct RunModel: Sendable {
    let run: ViewerRun
    let log: StepLog
    let panel: StatePanel
    private(set) var drawing: TimelineDrawing
    /// The drawing by the other kind of lanes, once it was asked for.
    private var other: TimelineDrawing?
    /// Index of the sentence that the cursor stands at; -1 before a log without sentences.
    var step: Int
    /// Rows of the lanes that are scrolled out at the top; nil until they have been scrolled by a key.
    var scroll: Int?
    /// Those that the last frame left out.
    var scrolledOut = 0

    init(_ run: ViewerRun, _ style: Style) {
        self.run = run
        log = StepLog(run.trace)
        panel = StatePanel(run.trace)
        drawing = TimelineDrawing(run.trace, options: TimelineOptions(lanes: run.lanes, style: style, foldsIdleTime: run.foldsIdleTime))
        step = log.count > 0 ? 0 : -1
    }

    var current: Step? { step >= 0 ? log[step] : nil }

    /// The moment of the cursor, in nanoseconds since the trace's start.
    var time: Int64? { current?.time }

    /// The item that the current sentence is about: one that is handed over, begins or ends, or that a thread waits in.
    var item: Int? {
        guard let current, run.trace.events.indices.contains(current.event) else { return nil }
        let subjects = log.history.subjects
        switch run.trace.events[current.event].kind.rawValue {
        case 10...13, 70...74:
            let item = Int(subjects.subjects[current.event])
            return run.trace.items.indices.contains(item) ? item : nil
        case 30...31:
            let wait = Int(subjects.partners[current.event])
            return run.trace.waits.indices.contains(wait) ? run.trace.waits[wait].item : nil
        default: return nil
        }
    }

    var lanes: LaneMode { drawing.options.lanes }

    /// A lane for each thread in place of each queue, or the other way round.
    mutating func turnLanes() {
        var options = drawing.options
        options.lanes = lanes == .queues ? .threads : .queues
        (drawing, other) = (other ?? TimelineDrawing(run.trace, options: options), drawing)
        scroll = nil
    }
}
