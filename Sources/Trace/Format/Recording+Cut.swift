extension Recording {
    /// Leaves out the events before `start` that prove nothing, because other threads' events of that time were lost.
    ///
    /// The records that a thread has left are the last part of its history. An item or a wait that it began and did not end is still
    /// going on. But before the recording was started again (`restarted`, 0: never), all that it had begun can have ended without a
    /// record: only an item whose end comes later was still going on. Some other early events stay, too: those that create something, and
    /// the enqueue of an item that begins later. Linear in the number of events.
    mutating func cut(before start: Int64, restarted: Int64 = 0) {
        let low = firstEvent(from: start)
        guard low > 0 else { return }
        var early = EarlyEvents(lanes: lanes.count, stop: min(low, firstEvent(from: restarted)))
        for index in 0..<low { early.see(events[index], at: index) }
        for index in low..<events.count {
            if events.kind(index) == .itemBegan { early.begins(later: events[index].object) }
            if events.kind(index) == .itemEnded { early.ends(later: events[index].object) }
        }
        keep(early.kept(of: low))
    }

    /// The index of the first event that is not before a time.
    private func firstEvent(from time: Int64) -> Int {
        var low = 0, high = events.count
        while low < high {
            let middle = (low + high) / 2
            if events.time(middle) < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Keeps the first events that are named, and all after them.
    private mutating func keep(_ kept: [Bool]) {
        var position = [Int](repeating: 0, count: events.count)
        var remaining = PackedEvents()
        for index in 0..<events.count {
            if index >= kept.count || kept[index] { remaining.append(events[index]) }
            // That of an event that goes is the last one that stays.
            position[index] = remaining.count - 1
        }
        events = remaining
        extras.removeAll { $0.event < kept.count && !kept[$0.event] }
        for index in extras.indices { extras[index].event = position[extras[index].event] }
        texts.removeAll { $0.use == UInt64(Event.Kind.note.rawValue) && $0.event >= 0 && $0.event < kept.count && !kept[$0.event] }
        for index in texts.indices where texts[index].event >= 0 { texts[index].event = position[texts[index].event] }
    }
}

/// The events before the time from which on none is missing. Linear in their number.
private struct EarlyEvents {
    /// The begins of what has not ended.
    private var open: [Open: Begins] = [:]
    /// The last event of each lane.
    private var last: [Int]
    /// Enqueues of items that have not begun, by the item's id.
    private var pending: [UInt64: Enqueue] = [:]
    /// The enqueue of an item that has begun, by the event of its begin.
    private var enqueueOfBegin: [Int: Enqueue] = [:]
    private var creations: [Int] = []
    /// Ids of items that begin later, and of those that end later.
    private var beginning: Set<UInt64> = []
    private var ending: Set<UInt64> = []
    /// The index of the first event after the last stop; 0: there was no stop.
    private let stop: Int

    /// Something that begins and ends.
    private struct Open: Hashable {
        /// The kind of the event that begins it.
        var kind: Event.Kind
        /// For a wait: its kind.
        var detail: UInt16 = 0
        var object: UInt64
    }

    /// The begins of one thing, by their lanes: mostly one.
    private struct Begins {
        private var first: (lane: Int, index: Int)?
        private var others: [Int: Int] = [:]

        var isEmpty: Bool { first == nil && others.isEmpty }

        mutating func begin(_ lane: Int, _ index: Int) {
            if first == nil && others.isEmpty || first?.lane == lane { first = (lane, index) } else { others[lane] = index }
        }

        /// Whether the lane had begun it.
        mutating func end(_ lane: Int) -> Bool {
            guard first?.lane == lane else { return others.removeValue(forKey: lane) != nil }
            first = nil
            return true
        }

        var all: [(lane: Int, index: Int)] { (first.map { [$0] } ?? []) + others.map { ($0.key, $0.value) } }
    }

    /// An operation has two events: it is added, and it comes to a queue.
    private struct Enqueue {
        var enqueued: [Int] = []
        var added: [Int] = []

        /// Nothing where an id was enqueued twice: it is not known which of the two begins.
        var events: [Int] { enqueued.count > 1 || added.count > 1 ? [] : enqueued + added }
    }

    init(lanes: Int, stop: Int) {
        self.stop = stop
        last = [Int](repeating: -1, count: lanes)
    }

    mutating func see(_ event: Event, at index: Int) {
        let lane = Int(event.lane)
        if event.kind != .waitEnded { last[lane] = index }
        switch event.kind {
        case .itemEnqueued: pending[event.object, default: Enqueue()].enqueued.append(index)
        case .operationAdded: pending[event.object, default: Enqueue()].added.append(index)
        case .itemBegan:
            begin(Open(kind: .itemBegan, object: event.object), lane, index)
            if let enqueue = pending.removeValue(forKey: event.object) { enqueueOfBegin[index] = enqueue }
        case .waitBegan: begin(Open(kind: .waitBegan, detail: event.detail & 0xFF, object: event.object), lane, index)
        case .lockAcquired, .onceBegan: begin(Open(kind: event.kind, object: event.object), lane, index)
        // An operation can be finished, and a lock released, by another thread than the one that began.
        case .itemEnded: end(Open(kind: .itemBegan, object: event.object), lane, canBeOfOtherLane: true)
        case .lockReleased: end(Open(kind: .lockAcquired, object: event.object), lane, canBeOfOtherLane: true)
        case .waitEnded: end(Open(kind: .waitBegan, detail: event.detail & 0xFF, object: event.object), lane)
        case .onceEnded: end(Open(kind: .onceBegan, object: event.object), lane)
        case .queueCreated, .queueTargeted, .queueWidth, .groupCreated, .semaphoreCreated, .sourceCreated, .taskCreated, .threadStarted,
            .threadEnded, .note:
            creations.append(index)
        default: break
        }
    }

    private mutating func begin(_ begin: Open, _ lane: Int, _ index: Int) { open[begin, default: Begins()].begin(lane, index) }

    /// - Parameter canBeOfOtherLane: if this lane has not begun it, another one has, and it is not known which.
    private mutating func end(_ begin: Open, _ lane: Int, canBeOfOtherLane: Bool = false) {
        guard let known = open.index(forKey: begin) else { return }
        let isOwn = open.values[known].end(lane)
        if open.values[known].isEmpty || !isOwn && canBeOfOtherLane { open.remove(at: known) }
    }

    mutating func begins(later item: UInt64) { beginning.insert(item) }

    mutating func ends(later item: UInt64) { ending.insert(item) }

    /// For each of the first `count` events whether it stays.
    func kept(of count: Int) -> [Bool] {
        var kept = [Bool](repeating: false, count: count)
        for index in creations { kept[index] = true }
        for (begin, begins) in open {
            for (lane, index) in begins.all {
                if index < stop, begin.kind != .itemBegan || !ending.contains(begin.object) { continue }
                // A thread that has acted since is not blocked any more, although the end of its wait was not written.
                let kind = begin.kind == .waitBegan ? Trace.Wait.Kind(rawValue: Int(begin.detail)) : nil
                if let kind, kind.standsStill, last[lane] > index { continue }
                kept[index] = true
                for enqueue in enqueueOfBegin[index]?.events ?? [] { kept[enqueue] = true }
            }
        }
        for (item, enqueue) in pending where beginning.contains(item) { for event in enqueue.events { kept[event] = true } }
        return kept
    }
}
