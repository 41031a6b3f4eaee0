/// How many items each queue runs and holds at the instant that a derivation has reached.
struct QueueActivity {
    private var queues: [Counts] = []

    struct Counts {
        var running = 0
        var runningBarriers = 0
        var pending = 0
        var pendingBarriers = 0
        /// The last event that ended an item here, -1 for none, and its lane.
        var lastEnd: Int32 = -1
        var lastEndLane: Int32 = -1
    }

    subscript(queue: Int) -> Counts {
        get { queue < queues.count ? queues[queue] : Counts() }
        set {
            while queues.count <= queue { queues.append(Counts()) }
            queues[queue] = newValue
        }
    }

    mutating func enqueued(_ queue: Int, isBarrier: Bool) {
        self[queue].pending += 1
        if isBarrier { self[queue].pendingBarriers += 1 }
    }

    /// An item no longer waits: it begins, or it was cancelled.
    mutating func left(_ queue: Int, isBarrier: Bool) {
        self[queue].pending -= 1
        if isBarrier { self[queue].pendingBarriers -= 1 }
    }

    mutating func began(_ queue: Int, isBarrier: Bool) {
        self[queue].running += 1
        if isBarrier { self[queue].runningBarriers += 1 }
    }

    mutating func ended(_ queue: Int, isBarrier: Bool, event: Int, lane: Int) {
        self[queue].running -= 1
        if isBarrier { self[queue].runningBarriers -= 1 }
        self[queue].lastEnd = Int32(event)
        self[queue].lastEndLane = Int32(lane)
    }

    /// Whether an item that arrives now must wait for others.
    func holdsUp(_ queue: Int, exclusive: Int?, isBarrier: Bool, kind: Trace.Queue.Kind) -> Bool {
        if let exclusive, self[exclusive].running > 0 || self[exclusive].pending > 0 { return true }
        guard kind == .concurrent else { return false }
        let counts = self[queue]
        if counts.runningBarriers > 0 || counts.pendingBarriers > 0 { return true }
        return isBarrier && (counts.running > 0 || counts.pending > 0)
    }
}
