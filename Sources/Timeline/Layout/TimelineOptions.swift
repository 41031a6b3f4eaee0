/// The contents and the form of a timeline.
public struct TimelineOptions: Sendable {
    /// Columns; brought into 40...400.
    public var width: Int
    public var lanes: LaneMode
    public var style: Style
    /// The part of the time to look at, in nanoseconds since the trace's start (explorer: steps); nil for all of it.
    public var range: Range<Int64>?
    /// A heading, such as the name of the variant that was run.
    public var title: String?
    /// Leaves out long stretches in which nothing happens, and says so at the axis.
    public var foldsIdleTime: Bool
    /// Sub-lanes of one lane that are drawn one by one; all others are folded into one row that
    /// says how many ran.
    public var maximumSubLanes: Int
    /// Lanes that are drawn one by one; all others are folded likewise.
    public var maximumLanes: Int
    /// The objects of an actor type that have a lane each; more share one lane.
    public var maximumActors = Layout.mostActors
    public var showsLegend: Bool
    /// Shows below the lanes which operation depends on which. A circular wait is always shown.
    public var showsDependencies: Bool
    /// Whether the reader recorded the trace, and can do so again with a larger buffer.
    public var canRecordAgain = true
    /// The lanes to draw.
    public var filter = LaneFilter()

    public init(
        width: Int = 100, lanes: LaneMode = .queues, style: Style = .plain, range: Range<Int64>? = nil, title: String? = nil,
        foldsIdleTime: Bool = true, maximumSubLanes: Int = 16, maximumLanes: Int = 24, showsLegend: Bool = true,
        showsDependencies: Bool = false
    ) {
        self.width = width
        self.lanes = lanes
        self.style = style
        self.range = range
        self.title = title
        self.foldsIdleTime = foldsIdleTime
        self.maximumSubLanes = maximumSubLanes
        self.maximumLanes = maximumLanes
        self.showsLegend = showsLegend
        self.showsDependencies = showsDependencies
    }

    /// The widths that a drawing or a table can have.
    public static let widths = 40...400

    var clampedWidth: Int { min(max(width, Self.widths.lowerBound), Self.widths.upperBound) }
}
