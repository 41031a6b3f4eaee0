import Trace

/// The meaning of the lanes of a timeline.
public enum LaneMode: String, CaseIterable, Sendable {
    /// One for each queue, operation queue and actor.
    case queues
    /// One for each thread (in an explored trace: for each thread or Swift task of the explorer).
    case threads
}

/// The contents of a timeline before a width is known: lanes, their sub-lanes and the bars in them.
///
/// It is made from the whole trace, so that nothing moves when the reader zooms in.
/// Cost: n log n in the items of the trace.
public struct Layout: Sendable {
    /// An item while it ran, or a thread while it held a lock.
    public struct Bar: Equatable, Sendable {
        public enum Subject: Equatable, Sendable {
            /// Index into `Trace.items`.
            case item(Int)
            /// Index into `Trace.holdings`.
            case holding(Int)
        }
        public var subject: Subject
        public var start: Int64
        /// For an unfinished one: the trace's end.
        public var end: Int64
        public var isUnfinished: Bool

        /// Index into `Trace.items`, if it is an item.
        public var item: Int? { if case .item(let index) = subject { index } else { nil } }
    }

    /// A thread while it waited.
    public struct Pause: Equatable, Sendable {
        /// Index into `Trace.waits`.
        public var wait: Int
        public var start: Int64
        public var end: Int64
    }

    /// A row of bars that do not overlap.
    public struct SubLane: Equatable, Sendable {
        /// Ascending by start.
        public var bars: [Bar] = []
        public var pauses: [Pause] = []
    }

    /// A queue or a thread.
    public struct Lane: Equatable, Sendable {
        public enum Subject: Equatable, Sendable {
            /// Index into `Trace.queues`.
            case queue(Int)
            /// Index into `Trace.lanes`.
            case thread(Int)
        }
        public var subject: Subject
        public var subLanes: [SubLane] = []
        /// Bars of the sub-lanes that are too many to be shown one by one, and how many sub-lanes these are.
        public var foldedBars: [Bar] = []
        public var foldedPauses: [Pause] = []
        public var foldedSubLanes = 0
        /// Barriers that ran alone on their queue: they cross all sub-lanes. Ascending, without
        /// overlap.
        public var walls: [Bar] = []
        public var wallPauses: [Pause] = []
        /// All items of the queue, in the trace's order.
        public var items: [Int32] = []
        /// Moments at which the thread enqueued something, outside of items.
        public var enqueues: [Int64] = []
    }

    public var mode: LaneMode
    public var lanes: [Lane] = []
    /// The first and the last moment with something to see.
    public var start: Int64 = 0
    public var end: Int64 = 0
    /// The stretches between them in which no item ran, no lock was held and nothing was recorded, ascending. Threads may have waited.
    public var idle: [Range<Int64>] = []
    public var isEmpty: Bool { lanes.isEmpty }
    /// For each lane how long it was busy: the time in which its items ran and its threads held locks or waited, added up.
    private(set) var busy: [Int64] = []

    /// - Parameter maximumSubLanes: how many sub-lanes of one lane are kept apart; all others are
    ///   folded into one.
    public init(_ trace: Trace, mode: LaneMode, maximumSubLanes: Int = 16) {
        let trace = trace.withClampedTimes()
        self.mode = mode
        let times = ItemTimes(trace)
        measure(trace, times)
        switch mode {
        case .queues: layOutQueues(trace, times, maximumSubLanes: max(1, maximumSubLanes))
        case .threads: layOutThreads(trace, times, maximumSubLanes: max(1, maximumSubLanes))
        }
        busy = lanes.map(\.busy)
    }
}

extension Layout.Lane {
    fileprivate var busy: Int64 {
        func sum(_ bars: [Layout.Bar], _ pauses: [Layout.Pause]) -> Int64 {
            bars.reduce(0) { $0 &+ ($1.end &- $1.start) } &+ pauses.reduce(0) { $0 &+ ($1.end &- $1.start) }
        }
        return subLanes.reduce(0) { $0 &+ sum($1.bars, $1.pauses) } &+ sum(foldedBars, foldedPauses) &+ sum(walls, wallPauses)
    }
}

/// The moments of all items side by side, for passes over many of them.
struct ItemTimes {
    var began: [Int64]
    var ended: [Int64]
    /// Whether the item began and whether it ended.
    var hasBegun: [Bool]
    var hasEnded: [Bool]
    /// Items that began, in the order of their begin.
    var inOrder: [Int32]
    /// The moment up to which unfinished work is drawn.
    let horizon: Int64

    init(_ trace: Trace) {
        let count = trace.items.count
        began = [Int64](repeating: 0, count: count)
        ended = [Int64](repeating: 0, count: count)
        hasBegun = [Bool](repeating: false, count: count)
        hasEnded = [Bool](repeating: false, count: count)
        var last = trace.duration
        for index in 0..<count {
            if let time = trace.items[index].began {
                began[index] = time
                hasBegun[index] = true
                last = max(last, time)
            }
            if let time = trace.items[index].ended {
                ended[index] = time
                hasEnded[index] = true
                last = max(last, time)
            }
            if let time = trace.items[index].enqueued { last = max(last, time) }
        }
        for wait in trace.waits { last = max(last, wait.ended ?? wait.began) }
        for holding in trace.holdings { last = max(last, holding.ended ?? holding.began) }
        horizon = last
        for index in 0..<count where !hasEnded[index] { ended[index] = last }
        inOrder = (0..<Int32(count)).filter { [hasBegun] in hasBegun[Int($0)] }
        var isSorted = true
        for position in inOrder.indices.dropFirst() where began[Int(inOrder[position - 1])] > began[Int(inOrder[position])] {
            isSorted = false
            break
        }
        if !isSorted { inOrder.sort { [began] in (began[Int($0)], $0) < (began[Int($1)], $1) } }
    }

    func bar(_ item: Int) -> Layout.Bar {
        Layout.Bar(subject: .item(item), start: began[item], end: max(began[item], ended[item]), isUnfinished: !hasEnded[item])
    }
}
