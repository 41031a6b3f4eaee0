/// How steps on dispatch queues relate (SharedQueues.swift has their state).
extension Operation.Kind {
    /// Begins and ends of items decide nothing: the order in which the items were submitted
    /// decides.
    var isOfItem: Bool {
        switch self {
        case .itemBeginShared, .itemBegin, .itemEndShared, .itemEnd, .enqueueShared, .enqueue: true
        default: false
        }
    }

    static func ofQueues(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.enqueueShared, .enqueueShared): .independent
        case (.enqueueShared, .enqueue), (.enqueue, .enqueueShared), (.enqueue, .enqueue): .conflicts
        case (.itemEnd, .itemBegin), (.itemEnd, .itemBeginShared), (.itemEndShared, .itemBegin): .enables
        case _ where first.isOfItem && second.isOfItem: .independent
        default: ofOperations(first, second)
        }
    }
}
