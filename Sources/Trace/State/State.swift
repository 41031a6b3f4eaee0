/// The state of the process at one moment: the items of each queue, the holders of objects, and the
/// waits of threads.
///
/// A state starts empty and applies the events of its trace one after the other. It is a value
/// without clocks or outside effects, cheap to copy; `StateHistory` keeps copies to step backwards.
/// Its arrays run parallel to the trace's: `state.queues[item.queue]`.
public struct TraceState: Equatable, Sendable {
    /// How many of the trace's events this state has applied.
    public internal(set) var eventCount = 0
    /// Time of the last event applied, in nanoseconds (explorer: steps).
    public internal(set) var time: Int64 = 0
    public internal(set) var items: ItemStates
    public internal(set) var queues: PagedArray<StateOfQueue>
    public internal(set) var objects: PagedArray<StateOfObject>
    public internal(set) var lanes: PagedArray<StateOfLane>
    public internal(set) var tasks: PagedArray<StateOfTask>
    /// The blocks that are held until an item has ended, by that item.
    var followers: [Int32: [Int32]] = [:]

    /// The state before the first event.
    public init(_ trace: Trace) {
        items = ItemStates(count: trace.items.count)
        queues = PagedArray(repeating: StateOfQueue(), count: trace.queues.count)
        objects = PagedArray(repeating: StateOfObject(), count: trace.objects.count)
        lanes = PagedArray(repeating: StateOfLane(), count: trace.lanes.count)
        tasks = PagedArray(repeating: StateOfTask(), count: trace.tasks.count)
        for (index, object) in trace.objects.enumerated() {
            if let value = object.firstValue { objects[index].count = value }
            objects[index].isCounted = object.isFullyKnown
        }
        for (index, queue) in trace.queues.enumerated() where !queue.isFullyKnown { queues[index].isFullyKnown = false }
    }
}

/// An item at an instant.
public struct StateOfItem: Equatable, Sendable {
    public enum Phase: UInt8, Sendable {
        /// Not handed to a queue yet.
        case unseen
        /// In its queue.
        case waiting
        /// Handed over, but not for the queue yet: not due (`asyncAfter`), or what it follows has not ended (`notify`).
        case delayed
        case running
        case ended
        /// Cancelled before it could run.
        case dropped
    }
    public internal(set) var phase = Phase.unseen
    public internal(set) var isCancelled = false
    /// An operation whose dependencies have all ended.
    public internal(set) var isReady = false
    /// Its queue was suspended when it came.
    public internal(set) var cameSuspended = false
    /// The number of items that go before it, counted when it was enqueued: those running and those
    /// queued ahead of it. Nil: not known, because the first part of the queue's history is not in the trace.
    public internal(set) var ahead: Int32? = 0
    /// The last of them, or -1.
    public internal(set) var lastAhead: Int32 = -1
    /// The last barrier ahead of it when it was enqueued, or -1.
    public internal(set) var barrierAhead: Int32 = -1
    /// The raw value of an operation's `queuePriority`.
    public internal(set) var priority: Int8 = 0
    /// An asynchronous operation: its `start()` has returned, and it has not finished.
    public internal(set) var hasReturned = false
    /// Thread that runs it, or -1.
    public internal(set) var lane: Int32 = -1
    /// The facts that only operations and cancelled items have.
    private var rare: Rare?

    /// It never changes: a change makes another one.
    private final class Rare: Sendable, Equatable {
        let cancelledAt: Int64
        let ranWhenCancelled: Bool
        let openDependencies: [Int32]

        init(cancelledAt: Int64, ranWhenCancelled: Bool, openDependencies: [Int32]) {
            self.cancelledAt = cancelledAt
            self.ranWhenCancelled = ranWhenCancelled
            self.openDependencies = openDependencies
        }

        static func == (one: Rare, other: Rare) -> Bool {
            one.cancelledAt == other.cancelledAt && one.ranWhenCancelled == other.ranWhenCancelled
                && one.openDependencies == other.openDependencies
        }
    }

    /// When it was cancelled, or -1.
    public internal(set) var cancelledAt: Int64 {
        get { rare?.cancelledAt ?? -1 }
        set { setRare(cancelledAt: newValue, ranWhenCancelled, openDependencies) }
    }
    /// It was running when it was cancelled.
    public internal(set) var ranWhenCancelled: Bool {
        get { rare?.ranWhenCancelled ?? false }
        set { setRare(cancelledAt: cancelledAt, newValue, openDependencies) }
    }
    /// Dependencies that have not ended.
    public internal(set) var openDependencies: [Int32] {
        get { rare?.openDependencies ?? [] }
        set { setRare(cancelledAt: cancelledAt, ranWhenCancelled, newValue) }
    }

    private mutating func setRare(cancelledAt: Int64, _ ranWhenCancelled: Bool, _ openDependencies: [Int32]) {
        let isUsual = cancelledAt == -1 && !ranWhenCancelled && openDependencies.isEmpty
        rare = isUsual ? nil : Rare(cancelledAt: cancelledAt, ranWhenCancelled: ranWhenCancelled, openDependencies: openDependencies)
    }

    /// It has ended. How it waited no longer matters, so most ended items are alike.
    mutating func end() {
        if rare != nil || isCancelled || priority != 0 || hasReturned || isReady {
            (phase, lane) = (.ended, -1)
        } else {
            self = .over
        }
    }

    /// Most ended items are like this.
    static let over: StateOfItem = {
        var state = StateOfItem()
        state.phase = .ended
        return state
    }()

    /// Whether it has more than its phase, its place in the queue and its thread.
    var hasRareFacts: Bool { rare != nil }
}

/// A queue at an instant.
public struct StateOfQueue: Equatable, Sendable {
    /// Items in the order of their enqueue, as indices into `Trace.items`.
    public internal(set) var waiting = PagedItemSet()
    /// The barriers among them.
    public internal(set) var waitingBarriers = PagedItemSet()
    /// Items that are not for the queue yet: not due (`asyncAfter`), or what they follow has not ended (`notify`).
    public internal(set) var delayed = PagedItemSet()
    /// Items that have begun and not ended, in the order of their start.
    public internal(set) var running: [Int32] = []
    /// Times suspended and not resumed; for an operation queue at most 1.
    public internal(set) var suspensions = 0
    /// Operation queue: how many operations it runs at the same time at most; -1: it has no limit of its own.
    public internal(set) var width: Int32 = -1
    public internal(set) var begun = 0
    public internal(set) var ended = 0
    /// The most items that ran at the same time so far.
    public internal(set) var mostRunning = 0
    /// Index of the target queue, or -1.
    public internal(set) var target: Int32 = -1
    /// Lanes that wait for everything on this (operation) queue.
    public internal(set) var waiters: [Int32] = []
    /// Whether it can hold or run no items but those that are named here.
    public internal(set) var isFullyKnown = true

    public var isSuspended: Bool { suspensions > 0 }
}

/// A group, semaphore, lock, condition, once token or source at an instant.
public struct StateOfObject: Equatable, Sendable {
    /// Group: its count. Semaphore: its value. Condition: the waiting threads that were signalled.
    /// Source: times fired. Nil: not known, because the first part of its history is not in the trace.
    public var value: Int64? { isCounted ? count : nil }
    /// The same as far as the trace shows it.
    var count: Int64 = 0
    var isCounted = true
    /// Lanes that hold the lock or run the once block.
    public internal(set) var holders: [Int32] = []
    /// Lanes that wait, in the order in which they came.
    public internal(set) var waiters: [Int32] = []
    /// Items that a group will hand to their queues when it is empty.
    public internal(set) var notified: [Int32] = []
    /// Once: the block has run. Source: cancelled.
    public internal(set) var isDone = false
    public internal(set) var suspensions = 0
    /// Source: delay it was last armed with, in nanoseconds, and when; -1 when it never was.
    public internal(set) var delay: Int64 = -1
    public internal(set) var armedAt: Int64 = 0
    /// When a holder took it last.
    public internal(set) var heldSince: Int64 = 0
}

/// A thread at an instant.
public struct StateOfLane: Equatable, Sendable {
    public enum Activity: Equatable, Sendable {
        case item(Int32)
        case wait(StateOfWait)
    }
    /// Its nested activities; the last one is the current one.
    public internal(set) var activities: [Activity] = []
    public internal(set) var isEnded = false
    public internal(set) var isStarted = false

    /// Its current wait; nil when it is free to run.
    public var wait: StateOfWait? {
        if case .wait(let wait)? = activities.last { wait } else { nil }
    }
    /// The innermost item that runs on it.
    public var item: Int? {
        for case .item(let item) in activities.reversed() { return Int(item) }
        return nil
    }
}

/// A blocked lane and its wait.
public struct StateOfWait: Equatable, Sendable {
    public var kind: Trace.Wait.Kind
    /// Index of what is waited for, -1 when not known: into `items` for `.sync`, `.workItem` and `.operation`, into `queues` for
    /// `.operationQueue` and `.apply`, into `objects` for all others.
    public var target: Int32
    public var began: Int64
    /// Nanoseconds, or nil for ever.
    public var timeout: Int64?
    /// Index into `Trace.waits`, or -1.
    public var facts: Int32
    /// The object's value when the wait began: the count of the group, the value of the semaphore,
    /// the holders of the lock. Nil: not known.
    public var valueBefore: Int64?
    /// Index of the event that began it.
    public var event: Int32
}

/// A Swift task at an instant.
public struct StateOfTask: Equatable, Sendable {
    public enum Phase: UInt8, Sendable { case unseen, created, running, suspended, ended }
    public internal(set) var phase = Phase.unseen
    public internal(set) var isCancelled = false
    public internal(set) var lane: Int32 = -1
    /// Queue or actor that it runs on or waits for, or -1.
    public internal(set) var executor: Int32 = -1
    /// When the phase began.
    public internal(set) var since: Int64 = 0
    public internal(set) var suspensions = 0
}
