import Trace

/// Selects the events that get a sentence, and those that share the sentence of another event.
///
/// Places, texts and modules get none. A free lock that was acquired and released while no other
/// thread wanted it is one sentence, and so is a wait that did not block; the sentence belongs to
/// the later event. Contended cases keep both.
struct StepSelection {
    enum Mark: UInt8 { case silent, step, merged }

    private let trace: Trace
    private(set) var marks: [Mark]
    private var lanes: [Lane]

    /// The events of a lane that are held back until it is known whether they get their own
    /// sentence.
    private struct Lane {
        /// The event that took a free lock, and the lock, as long as the lane did nothing else since.
        var taken: (event: Int, object: Int)?
        /// A wait that did not block, and gets its sentence when it ends.
        var unnarratedWait: Int?
        /// The lock whose acquisition after a wait was the lane's latest sentence.
        var gotLock: Int?
        /// The lane's latest sentence says that it holds its lock again after a wait for a
        /// condition.
        var hasWoken = false
        /// The lane's latest sentence says that a thread that it joined has ended.
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
        case .itemEnqueued where isUnnarratedSync(state, subject): break
        // The sentence about its addition has told it already.
        case .operationDepends
        where state.items.indices.contains(subject) && state.items[subject].openDependencies.contains(Int32(partner)):
            break
        case .itemEnqueued where isFurtherIteration(state, subject): break
        case .threadJoined where lanes[lane].hasJoined: lanes[lane].hasJoined = false
        case .memoryRead where isFurtherWord(index, event), .memoryWritten where isFurtherWord(index, event): break
        default:
            guard hasSentence(event, subject) else { return }
            tellTaken(lane)
            lanes[lane].gotLock = nil
            marks[index] = .step
        }
    }

    /// Whether an access goes on with the variable of the event before it, such as the second word of a string.
    private func isFurtherWord(_ index: Int, _ event: Event) -> Bool {
        guard index > 0 else { return false }
        let before = trace.events[index - 1]
        guard before.kind == event.kind, before.lane == event.lane, before.object < event.object,
            let value = trace.value(at: event.time), let other = trace.value(at: before.time)
        else { return false }
        return value.variable == other.variable && value.found == other.found && value.left == other.left
    }

    /// At the end of the trace: a lock that was never released gets a sentence.
    mutating func finish() {
        for lane in lanes.indices {
            tellTaken(lane)
            if let wait = lanes[lane].unnarratedWait { marks[wait] = .step }
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
        if let wait = state.lanes[lane].wait, lanes[lane].unnarratedWait == nil, Int(wait.target) == subject,
            TraceState.namesObject(wait.kind), wait.kind != .condition
        {
            // The wait has a sentence already; its end would repeat it.
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
            lanes[lane].unnarratedWait = index
            return
        }
        tellTaken(lane)
        // This sentence names a holder whose acquisition is still held back: add that sentence
        // first.
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
        case .semaphore: object.value ?? 0 > 0
        case .once: object.isDone
        default: false
        }
    }

    private mutating func waitEnded(_ state: TraceState, _ index: Int, _ event: Event, _ lane: Int) {
        guard let kind = Trace.Wait.Kind(rawValue: Int(event.detail & 0xFF)) else { return }
        let wasUnnarrated = lanes[lane].unnarratedWait != nil
        let timedOut = event.detail & 0x100 != 0
        lanes[lane].unnarratedWait = nil
        let isLock = kind == .mutex || kind == .readLock || kind == .writeLock
        if isLock, !timedOut {
            // A lock acquired without a wait gets its sentence from lockAcquired; an acquisition
            // gets only one sentence.
            guard !wasUnnarrated, state.lanes[lane].wait != nil, !holds(lane, state) else { return }
            marks[index] = .step
            lanes[lane].gotLock = state.lanes[lane].wait.map { Int($0.target) }
            return
        }
        tellTaken(lane)
        lanes[lane].hasJoined = kind == .threadJoin
        lanes[lane].hasWoken = kind == .condition && !timedOut
        marks[index] = wasUnnarrated && !timedOut ? .merged : .step
    }

    private func holds(_ lane: Int, _ state: TraceState) -> Bool {
        guard let target = state.lanes[lane].wait?.target, state.objects.indices.contains(Int(target)) else { return false }
        return state.objects[Int(target)].holders.contains(Int32(lane))
    }

    /// A `sync` that does not have to wait: the sentence of its start is enough.
    private func isUnnarratedSync(_ state: TraceState, _ item: Int) -> Bool {
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

    /// An iteration submitted together with the one before it: the first one's sentence counts it.
    private func isFurtherIteration(_ state: TraceState, _ item: Int) -> Bool {
        guard item > 0, trace.items.indices.contains(item), trace.items[item].how == .applyIteration else { return false }
        let other = trace.items[item - 1]
        return other.how == .applyIteration && other.isOfSameCall(as: trace.items[item]) && state.items[item - 1].phase == .waiting
    }

    private func hasSentence(_ event: Event, _ subject: Int) -> Bool {
        switch event.kind {
        case .place, .text, .moduleLoaded, .placeName, .taskKnown: false
        // In an explored run each task has its own lane, which exists from the beginning.
        case .threadStarted where trace.origin != .recorder: false
        // The end of its last stretch, or of its item, already has a sentence for it.
        case .threadEnded where trace.origin == .simulation: false
        case .taskEnded where trace.origin != .recorder: false
        case .operationAdded: !(trace.items.indices.contains(subject) && trace.items[subject].enqueued != nil)
        // The sentence about its addition names a priority that it had then.
        case .operationPriority: event.detail & 1 == 0
        case .queueWidth: event.detail & 1 == 0 || Int64(bitPattern: event.argument) >= 0
        default: (10...122).contains(event.kind.rawValue)
        }
    }
}
