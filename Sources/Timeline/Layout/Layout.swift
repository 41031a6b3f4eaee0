import Trace

/// The meaning of the lanes of a timeline.
public enum LaneMode: String, CaseIterable, Sendable {
    /// One for each queue, operation queue and actor.
    case queues
    /// One for each thread (in an explored trace: for each thread or Swift task of the explorer).
    case threads
    /// One for each Swift task.
    case tasks

    /// The lanes that show a run best: those of its tasks if most of its work is in Swift tasks, of threads if it has no items.
    public static func usual(for trace: Trace) -> LaneMode {
        trace.items.isEmpty ? .threads : trace.isMostlyTasks ? .tasks : .queues
    }

    /// The kind of lanes after this one, when a key changes them.
    public func next(for trace: Trace) -> LaneMode {
        switch self {
        case .queues: .threads
        case .threads: trace.tasks.isEmpty ? .queues : .tasks
        case .tasks: .queues
        }
    }
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
            /// A part of an item, in a lane of its task: index into `Trace.items`.
            case stretch(Int)
            /// A part of an item, where its queue or its thread did something else meanwhile: index into `Trace.items`.
            case part(Int)
        }
        public var subject: Subject
        public var start: Int64
        /// For an unfinished one: the trace's end.
        public var end: Int64
        public var isUnfinished: Bool

        /// Index into `Trace.items`, if it is an item or a part of one.
        public var item: Int? {
            switch subject {
            case .item(let index), .stretch(let index), .part(let index): index
            case .holding: nil
            }
        }
    }

    /// A Swift task while it had no thread, or had not begun.
    public struct TaskGap: Equatable, Sendable {
        public var start: Int64
        /// nil: to the end of the trace.
        public var end: Int64?
        /// nil: it was made, and had not begun.
        public var reason: TaskHistory.Suspension.Reason?
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
        public internal(set) var bars: BarList
        public internal(set) var pauses = PauseList()
        /// In a lane of a task: when it did not run.
        public internal(set) var gaps: [TaskGap] = []
        /// In a lane of a task: when it was cancelled, ascending.
        public internal(set) var cancellations: [Int64] = []
    }

    /// A queue, a thread or a task.
    public struct Lane: Sendable {
        public enum Subject: Hashable, Sendable {
            /// Index into `Trace.queues`.
            case queue(Int)
            /// Index into `Trace.lanes`.
            case thread(Int)
            /// Index into `Trace.tasks`.
            case task(Int)
        }
        public var subject: Subject
        public var subLanes: [SubLane] = []
        /// The sub-lanes that are too many to be shown one by one.
        var folded: [BarList] = []
        public internal(set) var foldedPauses = PauseList()
        /// Their bars, ascending by start, and how many sub-lanes these are.
        public var foldedBars: [Bar] { folded.flatMap(\.self).sorted { $0.start < $1.start } }
        public var foldedSubLanes: Int { folded.count }
        /// Barriers that ran alone on their queue: they cross all sub-lanes. Ascending, without
        /// overlap.
        public internal(set) var walls = BarList(nil)
        public internal(set) var wallPauses = PauseList()
        /// The objects of one actor type that share this lane, as indices into `Trace.queues`; empty: it is the lane of one.
        public internal(set) var objects: [Int] = []
        /// For a queue: when its items came and left.
        var line: QueueLine?
        /// For a thread: when it ran code that no queue gave it, or waited in it.
        var ownCode: Range<Int64>?
        /// Moments at which the thread enqueued something, outside of items, ascending.
        var enqueues = PackedColumn()
        /// How long its bars are together, barriers included.
        var load: Int64 = 0

        init(subject: Subject, times: ItemTimes? = nil, waits: [Trace.Wait] = []) {
            self.subject = subject
            walls = BarList(times)
            foldedPauses = PauseList(waits, horizon: times?.horizon ?? 0)
            wallPauses = foldedPauses
        }
    }

    public var mode: LaneMode
    public var lanes: [Lane] = []
    /// The first and the last moment with something to see.
    public var start: Int64 = 0
    public var end: Int64 = 0
    /// The stretches between them in which no item ran, no lock was held and nothing was recorded, ascending. Threads may have waited.
    public var idle: [Range<Int64>] = []
    /// For each of these whether threads slept, and whether they waited for something else.
    var idleReasons: [Set<FoldReason>] = []
    public var isEmpty: Bool { lanes.isEmpty }
    /// For each queue that shares the lane of another one: that one. Indices into `Trace.queues`.
    public internal(set) var lanesOfObjects: [Int: Int] = [:]

    /// The objects of an actor type that have a lane each; more share a lane.
    public static let mostActors = 4

    /// - Parameters:
    ///   - maximumSubLanes: how many sub-lanes of one lane are kept apart; all others are
    ///     folded into one.
    ///   - actors: the objects of an actor type that have a lane each; more share a lane.
    public init(_ trace: Trace, mode: LaneMode, maximumSubLanes: Int = 16, actors: Int = Layout.mostActors) {
        let trace = trace.withClampedTimes()
        self.mode = mode
        let times = ItemTimes(trace), order = times.inOrder()
        let own = OwnCode(trace, horizon: times.horizon)
        measure(trace, times, order, own)
        switch mode {
        case .queues: layOutQueues(trace, times, order, own, maximumSubLanes: max(1, maximumSubLanes), actors: actors)
        case .threads: layOutThreads(trace, times, order, own, maximumSubLanes: max(1, maximumSubLanes))
        case .tasks: layOutTasks(trace, times)
        }
        for lane in lanes.indices { lanes[lane].finish() }
    }
}

/// The moments of all items, for passes over many of them.
struct ItemTimes: Sendable {
    private let items: ItemList
    /// The moment up to which unfinished work is drawn.
    let horizon: Int64

    init(_ trace: Trace) {
        items = trace.items
        var last = trace.duration
        for index in trace.items.indices {
            if let time = items.began(index) { last = max(last, time) }
            if let time = items.ended(index) { last = max(last, time) }
            if let time = items.enqueued(index) { last = max(last, time) }
        }
        for wait in trace.waits { last = max(last, wait.ended ?? wait.began) }
        for holding in trace.holdings { last = max(last, holding.ended ?? holding.began) }
        horizon = last
    }

    @inline(__always) func began(_ item: Int) -> Int64 { items.began(item) ?? 0 }
    @inline(__always) func ended(_ item: Int) -> Int64 { items.ended(item) ?? horizon }

    /// Items that began, in the order of their begin.
    func inOrder() -> [Int32] {
        var order: [Int32] = []
        order.reserveCapacity(items.count)
        var isSorted = true, last = Int64.min
        for item in items.indices {
            guard let time = items.began(item) else { continue }
            isSorted = isSorted && time >= last
            last = time
            order.append(Int32(item))
        }
        if !isSorted { order.sort { (began(Int($0)), $0) < (began(Int($1)), $1) } }
        return order
    }

    func bar(_ item: Int) -> Layout.Bar {
        let began = began(item), ended = items.ended(item)
        return Layout.Bar(subject: .item(item), start: began, end: max(began, ended ?? horizon), isUnfinished: ended == nil)
    }
}

extension ItemTimes: Equatable {
    /// Two layouts are compared by their bars.
    static func == (one: ItemTimes, other: ItemTimes) -> Bool { one.horizon == other.horizon }
}
