// Queries for claims about operations.

extension Trace {
    /// All operations of the queue with this label, in the order in which they were added. Those that never began are among them.
    public func operations(onQueue label: String) -> [Item] {
        items.filter { $0.how == .operation && queues[$0.queue].label == label }
    }

    /// Operations that were started by hand, with `start()`, in the order of their begin.
    public var operationsStartedByHand: [Item] { items.filter(\.operation.isByHand) }

    /// The operation with this name (`Operation.name`, else its class, or the place of its block); the first one if several have it.
    public func operation(named name: String) -> Item? { operationIndex(named: name).map { items[$0] } }

    /// Its index in `items`.
    public func operationIndex(named name: String) -> Int? { items.firstIndex { $0.how == .operation && $0.label == name } }

    /// The names of the queue's operations in the order in which they began.
    public func startOrder(onQueue label: String) -> [String] {
        operations(onQueue: label).filter { $0.began != nil }.sorted { ($0.began ?? 0) < ($1.began ?? 0) }.map(\.label)
    }

    /// The names of the operations that this one depends on; those that were never added to a queue are among them.
    public func dependencies(ofOperation name: String) -> [String] {
        operation(named: name).map { item in item.dependencies.map { items[$0].label } + item.operation.unaddedDependencies } ?? []
    }

    /// The causes for which an operation waited before it began; nil if it never began.
    public func startDelay(ofOperation name: String) -> StartDelay? { operationIndex(named: name).flatMap { startDelay(of: $0) } }

    /// The queue with this label.
    public func queue(named label: String) -> Queue? { queues.first { $0.label == label } }

    /// How many operations a queue allowed at the same time, each time that this was set; nil in the list: no limit of its own.
    public func widths(ofQueue label: String) -> [Int?] { queue(named: label)?.widths.map(\.limit) ?? [] }

    /// The completion block of an operation, if it ran.
    public func completion(ofOperation name: String) -> Item? {
        operationIndex(named: name).flatMap { index in items.first { $0.operation.completes == index } }
    }

    /// Operations that were cancelled after they began and before they ended.
    public var operationsCancelledWhileRunning: [Item] {
        items.filter { item in
            guard item.how == .operation, let cancelled = item.cancelled, let began = item.began else { return false }
            return began <= cancelled && cancelled < item.ended ?? .max
        }
    }

    /// Operations that were cancelled and whose code never ran.
    public var operationsCancelledUnstarted: [Item] { items.filter { $0.how == .operation && $0.cancelled != nil && $0.began == nil } }

    /// Asynchronous operations whose `start()` returned, and that never announced that they were finished.
    public var unannouncedOperations: [Item] {
        items.filter { $0.how == .operation && $0.operation.startReturned != nil && $0.ended == nil }
    }

    /// The names of operations that depend on each other in a circle at the end: each depends on the next one, the last one on the first.
    public var circularWait: [String]? { dependencyCircle.map { circle in circle.map { items[$0].label } } }
}

extension Moment {
    /// The operation with this name begins.
    public static func start(ofOperation name: String) -> Moment { Moment { $0.operation(named: name)?.began } }

    /// The operation with this name ends.
    public static func end(ofOperation name: String) -> Moment { Moment { $0.operation(named: name)?.ended } }

    /// The operation with this name is added to its queue.
    public static func addition(ofOperation name: String) -> Moment { Moment { $0.operation(named: name)?.enqueued } }

    /// An operation is cancelled for the first time.
    public static let firstCancellation = Moment { trace in trace.items.lazy.filter { $0.how == .operation }.compactMap(\.cancelled).min() }

    /// A queue is suspended for the first time.
    public static let firstSuspension = Moment { trace in trace.queues.flatMap(\.suspensions).map(\.began).min() }

    /// A suspended queue is resumed for the first time.
    public static let firstResumption = Moment { trace in trace.queues.flatMap(\.suspensions).compactMap(\.ended).min() }

    /// The `start()` of an asynchronous operation returns before the operation has finished.
    public static let startReturns = Moment { trace in trace.items.lazy.compactMap(\.operation.startReturned).min() }

    /// An operation ends, and so the first one begins for which the queue with this label had no room.
    ///
    /// A run in which more operations ran than the queue's width has this moment, however its threads were delayed.
    public static func firstRoom(onQueue label: String) -> Moment {
        Moment { trace in
            let operations = trace.operations(onQueue: label)
            guard let last = trace.widths(ofQueue: label).last, let width = last,
                let begin = operations.compactMap(\.began).sorted().dropFirst(width).first
            else { return nil }
            return operations.compactMap(\.ended).filter { $0 <= begin }.max()
        }
    }

    /// The operation begins that waited longest for something other than a thread.
    public static let longestDelay = Moment { trace in
        let delays = StartDelays(trace)
        let waited = trace.items.indices.compactMap { index in
            delays.delay(of: index).map { (began: trace.items[index].began, wait: $0.total - $0.duration(.thread)) }
        }
        return waited.max { $0.wait < $1.wait }?.began
    }
}
