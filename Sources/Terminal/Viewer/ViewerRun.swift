import Glibc
import Narration
import Timeline
import Trace

/// A run for the viewer: its trace, its title, and its measurements.
public struct ViewerRun: Sendable {
    /// "unprotected", or a file's name.
    public var title: String
    /// One line on what was run; may be empty.
    public var summary: String
    public var trace: Trace
    /// The kind of lanes at first.
    public var lanes: LaneMode
    /// Leaves out long stretches in which nothing happens.
    public var foldsIdleTime: Bool
    /// The claims about the run, with their figures, a line each; may be empty.
    public var claims: [[Span]]
    /// The run reproduced a documented mistake.
    public var showsMistake = false
    /// The titles of the runs whose mistakes this one fixes; empty: not known.
    public var fixes: [String] = []
    /// Begins with the lab's staging visible, where the trace has some.
    public var showsStaging = false
    /// The learner's own file, without its folders: the cursor begins at the first event there, and not at the first one of all.
    public var ownFile: String?
    /// The lines that a lab's question is about: everything else is folded; nil: nothing is.
    public var shownFiles: ShownFiles?
    /// Begins with arrows that show which operation depends on which.
    public var showsDependencies = false
    /// Draws a lane for each actor, and not one for all objects of a type.
    public var showsEachActor = false

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

/// A run with the viewer's state for it.
struct RunModel: Sendable {
    let run: ViewerRun
    /// The shown form: with the lab's staging, or without.
    private var rendering: Rendering
    /// The other of the two, once it was requested.
    private var otherRendering: Rendering?
    /// Whether there is staging to show or to hide.
    private(set) var hasStaging: Bool
    /// Whether an operation depends on another one.
    let hasDependencies: Bool
    private(set) var showsStaging: Bool
    /// Index of the sentence at the cursor; -1 for a log without sentences.
    var step: Int
    /// Index of the sentence that is marked.
    var mark: Int?
    /// Rows of the lanes that are scrolled out at the top; nil until they have been scrolled by a key.
    var scroll: Int?
    /// Those that the last frame left out.
    var scrolledOut = 0
    /// The last frame's remarks on the picture.
    var remarks: [String] = []
    private var state: (step: Int, state: TraceState)?
    private var loads: WorkLoads?
    private var costs: Costs?
    /// Whether a file of the code can be read.
    let hasSource: Bool
    private var program: ProgramHistory?
    private var moment: (step: Int, moment: ProgramMoment)?

    /// A trace with its log and its drawing.
    private struct Rendering: Sendable {
        let trace: Trace
        let log: StepLog
        let panel: StatePanel
        var drawing: TimelineDrawing
        /// The drawings by other kinds of lanes that were requested before.
        var others: [LaneMode: TimelineDrawing] = [:]

        init(_ trace: Trace, _ options: TimelineOptions, showing files: ShownFiles?, progress: (Double) -> Void = { _ in }) {
            self.trace = trace
            var log = StepLog(trace) { progress(0.75 * $0) }
            log.fold(showing: files)
            self.log = log
            panel = StatePanel(log)
            progress(0.75)
            drawing = TimelineDrawing(trace, options: options)
        }
    }

    init(_ run: ViewerRun, _ style: Style, progress: (Double) -> Void = { _ in }) {
        self.run = run
        hasStaging = run.trace.hasStaging
        hasDependencies = run.trace.hasDependencies
        hasSource = Self.hasSource(run.trace)
        showsStaging = run.showsStaging && hasStaging
        let trace = hasStaging && !showsStaging ? run.trace.withoutStaging() : run.trace
        var options = TimelineOptions(
            lanes: run.lanes, style: style, foldsIdleTime: run.foldsIdleTime, showsDependencies: run.showsDependencies)
        if run.showsEachActor { options.maximumActors = .max }
        let files = run.showsStaging ? nil : run.shownFiles ?? .attempt(run.ownFile)
        rendering = Rendering(trace, options, showing: files, progress: progress)
        if rendering.log.fold != nil { hasStaging = true }
        step = rendering.log.count > 0 ? rendering.log.firstShown(ownFile: run.ownFile) : -1
    }

    var trace: Trace { rendering.trace }
    var log: StepLog { rendering.log }
    var panel: StatePanel { rendering.panel }
    var drawing: TimelineDrawing { rendering.drawing }

    var current: Step? { step >= 0 ? log[step] : nil }

    /// The moment of the cursor, in nanoseconds since the trace's start.
    var time: Int64? { step >= 0 ? log.time(of: step) : nil }

    /// The event of a sentence; nil for unfinished work, which has none.
    private func event(ofStep step: Int) -> Int? {
        guard step >= 0 else { return nil }
        let event = log.event(of: step)
        return trace.events.indices.contains(event) ? event : nil
    }

    private var event: Int? { event(ofStep: step) }

    /// The state at the cursor: kept until the cursor moves, because a frame needs it several times.
    mutating func stateNow() -> TraceState? {
        guard step >= 0 else { return nil }
        if let known = state, known.step == step { return known.state }
        let now = log.state(at: step)
        state = (step, now)
        return now
    }

    private static func hasSource(_ trace: Trace) -> Bool {
        let files = Set(trace.places.lazy.flatMap { [$0.call, $0.closure] }.compactMap(\.self).filter { $0.line > 0 }.map(\.file))
        return files.contains { !$0.isEmpty && access($0, R_OK) == 0 }
    }

    /// The lines of the threads at the cursor: kept until the cursor moves.
    mutating func momentNow() -> ProgramMoment? {
        guard step >= 0 else { return nil }
        if let known = moment, known.step == step { return known.moment }
        let now = history().moment(at: step)
        moment = (step, now)
        return now
    }

    /// The lines and values of the log, once they were requested.
    mutating func history() -> ProgramHistory {
        let history = program ?? ProgramHistory(log)
        program = history
        return history
    }

    /// The greatest costs of the run, and an empty line.
    mutating func costs(width: Int, style: Style) -> [[Span]] {
        let known = costs ?? Costs(trace)
        costs = known
        let lines = known.lines(StepLog.Layout(width: width, isASCII: style.isASCII)).map { [Span(.text, $0)] }
        return lines.isEmpty ? [] : lines + [[Span(.text, "")]]
    }

    /// How long items waited and ran, once it was requested.
    mutating func loadTable(width: Int, style: Style) -> LoadTable {
        let known = loads ?? WorkLoads(trace)
        loads = known
        return LoadTable(trace, loads: known, options: TableOptions(width: width, style: Style(isASCII: style.isASCII)))
    }

    /// The lane that shows the current event.
    var laneOfEvent: Layout.Lane.Subject? { laneOfEvent(ofStep: step, among: Set(drawing.layout.lanes.map(\.subject))) }

    /// The lane that shows a sentence's event: that of its item's queue, else that of its thread.
    func laneOfEvent(ofStep step: Int, among shown: Set<Layout.Lane.Subject>) -> Layout.Lane.Subject? {
        guard let event = event(ofStep: step) else { return nil }
        let thread = Layout.Lane.Subject.thread(Int(trace.events.lane(event)))
        let item = item(ofStep: step)
        let queue = (item.map { trace.items.queue($0) } ?? trace.queue(ofEvent: event)).map {
            Layout.Lane.Subject.queue(drawing.layout.lanesOfObjects[$0] ?? $0)
        }
        let own = item.flatMap { trace.items.lane($0) }.map { Layout.Lane.Subject.thread($0) }
        let task = (item.flatMap { trace.task(ofItem: $0) } ?? trace.task(ofEvent: event)).map { Layout.Lane.Subject.task($0) }
        let wanted =
            switch lanes {
            case .queues: queue
            case .threads: own
            case .tasks: task
            }
        return [wanted, thread].compactMap(\.self).first(where: shown.contains)
    }

    var filter: LaneFilter {
        get { drawing.options.filter }
        set {
            rendering.drawing.options.filter = newValue
            scroll = nil
        }
    }

    /// The item that the current sentence is about: one that is submitted, begins or ends, or in
    /// which a thread waits.
    var item: Int? { item(ofStep: step) }

    func item(ofStep step: Int) -> Int? {
        guard let event = event(ofStep: step) else { return nil }
        switch trace.events.kind(event).rawValue {
        case 10...13, 70...76:
            let item = log.history.subjects.subject(of: event)
            return trace.items.indices.contains(item) ? item : nil
        case 30...31: return wait(ofStep: step).flatMap { trace.waits[$0].item }
        default: return nil
        }
    }

    /// The wait that the current sentence is about.
    var wait: Int? { wait(ofStep: step) }

    private func wait(ofStep step: Int) -> Int? {
        guard let event = event(ofStep: step), 30...31 ~= trace.events.kind(event).rawValue else { return nil }
        let wait = log.history.subjects.partner(of: event)
        return trace.waits.indices.contains(wait) ? wait : nil
    }

    var lanes: LaneMode { drawing.options.lanes }

    /// Lanes of another kind: of queues, of threads, of tasks.
    mutating func turnLanes() { turnLanes(to: lanes.next(for: trace)) }

    private mutating func turnLanes(to wanted: LaneMode) {
        guard wanted != lanes else { return }
        var options = drawing.options
        options.lanes = wanted
        options.filter = LaneFilter()
        rendering.others[lanes] = drawing
        rendering.drawing = rendering.others[wanted] ?? TimelineDrawing(trace, options: options)
        scroll = nil
    }

    /// Shows which operation depends on which, or hides it.
    mutating func turnDependencies() {
        var options = drawing.options
        options.showsDependencies.toggle()
        rendering.drawing = TimelineDrawing(trace, options: options)
        rendering.others = [:]
    }

    /// Shows the lab's staging, or leaves it out again; the cursor stays where it is in time.
    mutating func turnStaging() {
        guard hasStaging else { return }
        let time = time, marked = mark.map { log.time(of: $0) }
        let wanted = lanes
        showsStaging.toggle()
        let files = showsStaging ? nil : run.shownFiles ?? .attempt(run.ownFile)
        let other =
            otherRendering ?? Rendering(showsStaging ? run.trace : run.trace.withoutStaging(), drawing.options, showing: files)
        (rendering, otherRendering) = (other, rendering)
        (state, loads, program, moment) = (nil, nil, nil, nil)
        turnLanes(to: wanted)
        step = log.count > 0 ? time.map { log.index(at: $0) } ?? 0 : -1
        mark = log.count > 0 ? marked.map { log.index(at: $0) } : nil
        scroll = nil
    }
}
