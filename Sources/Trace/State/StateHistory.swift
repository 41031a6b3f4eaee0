/// The state of a trace at every instant, forwards and backwards.
///
/// Going through the events once leaves a copy of the state at regular intervals; any state is then
/// the nearest copy before it and a replay of the events in between. Copies share what did not
/// change.
public struct StateHistory: Sendable {
    public let trace: Trace
    public let subjects: EventSubjects
    private let interval: Int
    private var checkpoints: [TraceState] = []

    /// Goes through the whole trace once; time and memory grow with the number of events.
    ///
    /// - Parameters:
    ///   - interval: events between two kept states, at least 1; any state costs at most this many
    ///     steps.
    ///   - subjects: the subjects of the events, if they are already known.
    ///   - visit: called before each event is applied, with the state before it.
    public init(
        _ trace: Trace, interval: Int = 4_096, subjects: EventSubjects? = nil, visit: (TraceState, Int, Event) -> Void = { _, _, _ in }
    ) {
        self.trace = trace
        self.interval = max(1, interval)
        let subjects = subjects ?? EventSubjects(trace)
        self.subjects = subjects
        var state = TraceState(trace)
        var pages = ChangedPages(state)
        for (index, event) in trace.events.enumerated() {
            if index % self.interval == 0 {
                pages.pack(&state)
                checkpoints.append(state)
            }
            visit(state, index, event)
            state.apply(event, of: trace, subjects)
            if Event.Kind.isOfItem(event.kind.rawValue) { pages.touch(subjects.subject(of: index)) }
        }
        if checkpoints.isEmpty { checkpoints.append(state) }
    }

    /// The state when the event has happened; -1 and below for the state before the first event.
    public func state(after event: Int) -> TraceState {
        let count = min(max(0, event + 1), trace.events.count)
        let checkpoint = min(count / interval, checkpoints.count - 1)
        var state = checkpoints[checkpoint]
        while state.eventCount < count { state.apply(trace.events[state.eventCount], of: trace, subjects) }
        return state
    }

    /// The state that the event meets.
    public func state(before event: Int) -> TraceState { state(after: event - 1) }
}

/// The pages of a state's items that events have changed since the last copy was kept.
private struct ChangedPages {
    private var isChanged: [Bool]
    private var changed: [Int] = []

    init(_ state: TraceState) { isChanged = [Bool](repeating: false, count: (state.items.count + 255) / 256) }

    @inline(__always) mutating func touch(_ item: Int) {
        let page = item >> 8
        guard item >= 0, page < isChanged.count, !isChanged[page] else { return }
        isChanged[page] = true
        changed.append(page)
    }

    mutating func pack(_ state: inout TraceState) {
        for page in changed {
            state.items.pack(page)
            isChanged[page] = false
        }
        changed.removeAll(keepingCapacity: true)
    }
}
