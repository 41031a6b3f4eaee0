// Facts that only Foundation's operations and their queues have.

extension Trace {
    /// The facts of an item that is an operation, or that belongs to one.
    public struct OperationFacts: Equatable, Sendable {
        /// The raw value of its `queuePriority`, from -8 (very low) to 8 (very high), as it was last set.
        public var priority = 0
        /// Its priority when it was added to its queue.
        public var priorityWhenAdded = 0
        /// It is an asynchronous operation: its `start()` returned then, and it had not finished.
        public var startReturned: Int64?
        /// Started by hand, with `start()`: it ran on the caller's thread, without a queue.
        public var isByHand = false
        /// The names of operations that it depends on, and that were never added to a queue nor started.
        public var unaddedDependencies: [String] = []
        /// For a completion block: the index of the operation that it belongs to.
        public var completes: Int?
        public init() {}
    }
}

extension Trace {
    /// Whether an operation depends on another one. Linear; quick where a trace was read from a file.
    public var hasDependencies: Bool { items.hasRareFacts && items.contains { !$0.dependencies.isEmpty } }
}

extension Trace.Queue {
    /// From a moment on, an operation queue runs at most this many operations at the same time.
    public struct Width: Equatable, Sendable {
        public var time: Int64
        /// nil: Foundation decides (`defaultMaxConcurrentOperationCount`).
        public var limit: Int?
        public init(time: Int64, limit: Int?) {
            self.time = time
            self.limit = limit
        }
    }

    /// A stretch of time in which a queue was suspended.
    public struct Suspension: Equatable, Sendable {
        public var began: Int64
        /// nil: it was still suspended when the trace ended.
        public var ended: Int64?
        public init(began: Int64, ended: Int64? = nil) {
            self.began = began
            self.ended = ended
        }
    }

    /// The name that stands for a queue where there is none: an operation was started by hand, or a completion block runs.
    public static let noQueue = "no queue"

    /// "width 2"; "width 1, 2" if it was changed; nil if it never had a limit.
    public var widthWords: String? {
        guard widths.contains(where: { $0.limit != nil }) else { return nil }
        // A queue is made without a limit.
        let limits = widths.drop { $0.limit == nil }.map { $0.limit.map(String.init) ?? "any" }
        let shown = limits.count > 3 ? limits.prefix(2) + ["…"] : limits[...]
        return "width " + shown.joined(separator: ", ")
    }

    /// How many operations it runs at the same time at most, at an instant; nil when there is no limit of its own.
    public func width(at time: Int64) -> Int? {
        guard let first = widths.first else { return nil }
        return (widths.last { $0.time <= time } ?? first).limit
    }

    /// Whether it is suspended at an instant.
    public func isSuspended(at time: Int64) -> Bool {
        suspensions.contains { $0.began <= time && time < $0.ended ?? .max }
    }
}
