/// The stretches in which threads were blocked.
struct WaitLives {
    private(set) var waits: [Trace.Wait] = []
    /// The event that began each wait.
    private var beganEvents: [Int] = []
    /// Waits that are open on each lane, the innermost last, with the address that each waits for.
    private var open: [[Open]]

    private struct Open {
        var wait: Int
        var address: UInt64
    }

    init(lanes: Int) { open = [[Open]](repeating: [], count: lanes) }

    mutating func began(_ wait: Trace.Wait, address: UInt64, event: Int) -> Int {
        waits.append(wait)
        beganEvents.append(event)
        open[wait.lane].append(Open(wait: waits.count - 1, address: address))
        return waits.count - 1
    }

    /// A wait that was recognised afterwards.
    mutating func add(_ wait: Trace.Wait) { waits.append(wait); beganEvents.append(-1) }

    /// The innermost open wait of a lane that fits; those inside it, whose ends are missing, are given up.
    mutating func ended(_ kind: Trace.Wait.Kind, address: UInt64, lane: Int, at time: Int64, timedOut: Bool) -> (wait: Int, began: Int)? {
        // No real run nests deeper than this, and a damaged file shall not cost more.
        guard let position = open[lane].suffix(64).lastIndex(where: { $0.address == address && waits[$0.wait].kind == kind }) else {
            return nil
        }
        let index = open[lane][position].wait
        open[lane].removeSubrange(position...)
        waits[index].ended = time
        waits[index].timedOut = timedOut
        return (index, beganEvents[index])
    }

    /// A thread that acts is no longer blocked. This ends waits whose end was never written (a
    /// `longjmp` led out of them, or the thread was cancelled) ended by now at the latest.
    @inline(__always) mutating func moved(_ lane: Int, at time: Int64) {
        if !open[lane].isEmpty { leaveOpen(lane, at: time) }
    }

    private mutating func leaveOpen(_ lane: Int, at time: Int64) {
        while let last = open[lane].last, waits[last.wait].kind.standsStill {
            waits[last.wait].ended = time
            waits[last.wait].passedAtOnce = false
            open[lane].removeLast()
        }
    }

    mutating func update(_ index: Int, _ change: (inout Trace.Wait) -> Void) { change(&waits[index]) }

    /// The waits in the order of their begin, and the new index of each.
    mutating func finish() -> (waits: [Trace.Wait], order: [Int32]) {
        for lane in open { for entry in lane { waits[entry.wait].passedAtOnce = false } }
        let sorted = waits.indices.sorted { (waits[$0].began, $0) < (waits[$1].began, $1) }
        var order = [Int32](repeating: 0, count: waits.count)
        for (new, old) in sorted.enumerated() { order[old] = Int32(new) }
        return (sorted.map { waits[$0] }, order)
    }
}

extension Trace.Wait.Kind {
    /// Nothing of the program runs on the thread meanwhile.
    var standsStill: Bool {
        switch self {
        case .sleep, .semaphore, .group, .mutex, .readLock, .writeLock, .condition, .threadJoin, .futex, .processor, .kernel: true
        case .sync, .once, .apply, .workItem, .operation, .operationQueue, .task, .taskGroup, .continuation, .stream: false
        }
    }

    /// It is a Swift task that waits, and its thread is free for others meanwhile.
    public var isOfTask: Bool {
        switch self {
        case .task, .taskGroup, .continuation, .stream: true
        default: false
        }
    }

    /// The kind of object of such a wait; nil for a wait for an item, for a queue, or for time to
    /// pass.
    var object: Trace.SyncObject.Kind? {
        switch self {
        case .group: .group
        case .semaphore: .semaphore
        case .mutex, .readLock, .writeLock, .futex: .lock
        case .condition: .condition
        case .once: .once
        case .threadJoin, .processor: .thread
        case .kernel: .descriptor
        case .sync, .workItem, .operation, .operationQueue, .sleep, .apply, .task, .taskGroup, .continuation, .stream: nil
        }
    }
}
