/// The lanes that a reader wants to see.
public struct LaneFilter: Equatable, Sendable {
    /// Only lanes that have this text in their names, in upper or lower case; empty: all.
    public var text = ""
    /// Lanes that are not shown.
    public var hidden: Set<Layout.Lane.Subject> = []
    /// Lanes of which one row is shown.
    public var collapsed: Set<Layout.Lane.Subject> = []

    public init() {}

    public var isEmpty: Bool { text.isEmpty && hidden.isEmpty && collapsed.isEmpty }

    /// Whether a lane is shown.
    func shows(_ lane: Layout.Lane, _ names: TraceNames) -> Bool {
        guard !hidden.contains(lane.subject) else { return false }
        return text.isEmpty || names.name(of: lane.subject).lowercased().contains(text.lowercased())
    }
}

extension TraceNames {
    /// The name of a lane.
    func name(of subject: Layout.Lane.Subject) -> String {
        switch subject {
        case .queue(let index): queue(index)
        case .thread(let index): lane(index)
        case .task(let index): task(index)
        }
    }
}

extension TimelineDrawing {
    /// The lanes that a filter leaves, before any are folded.
    public func lanes(shownBy filter: LaneFilter) -> [Layout.Lane.Subject] {
        let names = TraceNames(trace: trace, style: options.style)
        return layout.lanes.filter { filter.shows($0, names) }.map(\.subject)
    }

    /// The name of a lane.
    public func name(of subject: Layout.Lane.Subject) -> String { TraceNames(trace: trace, style: options.style).name(of: subject) }
}
