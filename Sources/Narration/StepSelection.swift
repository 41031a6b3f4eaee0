import Trace

/// Which events deserve a sentence, and which are told together with another.
///
/// Places, texts and modules have none. A lock that was free when it was taken and that nobody wanted until it was given back is one
/// sentence, and so is a wait that was over at once; the sentence stands at the later event. What could not be had at once keeps both.
struct StepSelection {
    enum Mark: UInt8 { case silent, step, merged }

    private let trace: Trace
    private(set) var marks: [Mark]
    private var lanes: [Lane]

    /// What is held back on a lane, until it is known whether it is told alone.
    private struct Lane {
        /// The event that took a free lock, and the lock, as long as the lane did nothing else since.
        var taken: (event: Int, object: Int)?
        /// A wait that did not have to wait, and is told when it ends.
        var quietWait: Int?
        /// The lock that the lane was just said to have got after a wait.
        var gotLock: Int?
        /// The lane was just said to have its lock again, after it had waited for a condition.
        var hasWoken = false
        /// The lane was just said to have waited for a thread's end.
        var hasJoined = false
    }

    init(_ trace: Trace) {
        self.trace = trace
        marks = Array(repeating: .silent, count: trace.events.count)
        lanes = Array(repeating: Lane(), count: trace.lanes.count)
    }

    mutating func visit(_ state: TraceState, _ index: Int, _ event: Event, _ subject: Int, _ partner: Int) {
        let lane = Int(event.lane)
        guard lanes.indices.contains(lane) else {
            marks[index] = hasSentence(event, subject) ? .step : .silent
            return
        }
        if event.kind != .lockAcquired { lanes[lane].hasWoken = false }
        switch event.kind {
        case .lockAcquired: lockAcquired(state, index, subject, lane)
        case .lockReleased:
            if let taken = lanes[lane].taken, taken.object == subject, state.objects.indices.contains(subject),
                state.objects[subject].waiters.isEmpty
            {
                marks[index] = .merged
            } else {
                tellTaken(lane)
                marks[index] = .step
            }
            lanes[lane].taken = nil
        case .waitBegan: waitBegan(state, index, event, subject, partner, lane)
        case .waitEnded: waitEnded(state, index, event, lane)
        case .itemEnqueued where isQuietSync(state, subject): break
        case .itemEnqueued where isFurtherIteration(state, subject): break
        case .threadJoined where lanes[lane].hasJoined: lanes[lane].hasJoined = false
        default:
            guard hasSentence(event, subject) else { return }
            tellTaken(lane)
            lanes[lane].gotLock = nil
            marks[index] = .step
        }
    }

    /// At the end: a lock that was never given back is told.
    mutating func finish() {
        for lane in lanes.indices {
            tellTaken(lane)
            if let wait = lanes[lane].quietWait { marks[wait] = .step }
        }
    }

    private mutating func tellTaken(_ lane: Int) {
        if let taken = lanes[lane].taken { marks[taken.event] = .step }
        lanes[lane].taken = nil
    }

    private mutating func lockAcquired(_ state: TraceState, _ index: Int, _ subject: Int, _ lane: Int) {
        tellTaken(lane)
        defer { lanes[lane].gotLock = nil }
        if lanes[lane].hasWoken {
            lanes[lane].hasWoken = false
            return
        }
        if lanes[lane].gotLock == subject { return }
        if let wait = state.lanes[lane].wait, lanes[lane].quietWait == nil, Int(wait.target) == subject,
            TraceState.namesObject(wait.kind), wait.kind != .condition
        {
            // The wait was told; its end would say the same again.
            marks[index] = .step
            return
        }
        if state.objects.indices.contains(subject), state.objects[subject].holders.isEmpty {
            lanes[lane].taken = (index, subject)
        } else {
            marks[index] = .step
        }
    }

    private mutating func waitBegan(
        _ state: TraceState, _ index: Int, _ event: Event, _ subject: Int, _ partner: Int, _ lane: Int
    ) {
        guard let kind = Trace.Wait.Kind(rawValue: Int(event.detail & 0xFF)) else { return }
        if canHaveAtOnce(kind, subject, state), !(trace.waits.indices.contains(partner) && trace.waits[partner].ended == nil) {
            lanes[lane].quietWait = index
            return
        }
        tellTaken(lane)
        // Somebody who holds the lock quietly is named by this sentence: say first how they got it.
        if state.objects.indices.contains(subject), TraceState.namesObject(kind) {
            for holder in state.objects[subject].holders {
                if let taken = lanes[Int(holder)].taken, taken.object == subject { tellTaken(Int(holder)) }
            }
        }
        marks[index] = .step
    }

    private func canHaveAtOnce(_ kind: Trace.Wait.Kind, _ subject: Int, _ state: TraceState) -> Bool {
        guard state.objects.indices.contains(subject) else { return false }
        let object = state.objects[subject]
        return switch kind {
        case .group: object.value == 0
        case .semaphore: object.value > 0
        case .once: object.isDone
        default: false
        }
    }

    private mutating func waitEnded(_ state: TraceState, _ index: Int, _ event: Event, _ lane: Int) {
        guard let kind = Trace.Wait.Kind(rawValue: Int(event.detail & 0xFF)) else { return }
        let wasQuiet = lanes[lane].quietWait != nil
        let timedOut = event.detail & 0x100 != 0
        lanes[lane].quietWait = nil
        let isLock = kind == .mutex || kind == .readLock || kind == .writeLock
        if isLock, !timedOut {
            // A lock taken quietly is told by lockAcquired; one told already when it was got is told once.
            guard !wasQuiet, state.lanes[lane].wait != nil, !holds(lane, state) else { return }
            marks[index] = .step
            lanes[lane].gotLock = state.lanes[lane].wait.map { Int($0.target) }
            return
        }
        tellTaken(lane)
        lanes[lane].hasJoined = kind == .threadJoin
        lanes[lane].hasWoken = kind == .condition && !timedOut
        marks[index] = wasQuiet && !timedOut ? .merged : .step
    }

    private func holds(_ lane: Int, _ state: TraceState) -> Bool {
        guard let target = state.lanes[lane].wait?.target, state.objects.indices.contains(Int(target)) else { return false }
        return state.objects[Int(target)].holders.contains(Int32(lane))
    }

    /// A `sync` that nothing stands in the way of: its start says all.
    private func isQuietSync(_ state: TraceState, _ item: Int) -> Bool {
        guard trace.items.indices.contains(item) else { return false }
        let facts = trace.items[item]
        guard facts.callerWaits, facts.began != nil, facts.lane == facts.enqueuedOnLane, state.queues.indices.contains(facts.queue)
        else { return false }
        let queue = state.queues[facts.queue]
        return !queue.isSuspended && queue.waiting.isEmpty
            && (queue.running.isEmpty
                || trace.queues[facts.queue].kind == .concurrent && !facts.isBarrier
                    && !queue.running.contains { trace.items[Int($0)].isBarrier })
    }

    /// An iteration that was handed over together with the one before it: the first one's sentence counts it.
    private func isFurtherIteration(_ state: TraceState, _ item: Int) -> Bool {
        guard item > 0, trace.items.indices.contains(item), trace.items[item].how == .applyIteration else { return false }
        let other = trace.items[item - 1]
        return other.how == .applyIteration && other.enqueuedOnLane == trace.items[item].enqueuedOnLane
            && other.queue == trace.items[item].queue && state.items[item - 1].phase == .waiting
    }

    private func hasSentence(_ event: Event, _ subject: Int) -> Bool {
        switch event.kind {
        case .place, .text, .moduleLoaded, .placeName: false
        // In an explored run each task has a lane, which is there from the beginning.
        case .threadStarted where trace.origin == .explorer: false
        // The end of its last stretch says it.
        case .taskEnded where trace.origin == .explorer: false
        case .operationAdded: !(trace.items.indices.contains(subject) && trace.items[subject].enqueued != nil)
        default: (10...122).contains(event.kind.rawValue)
        }
    }
}
