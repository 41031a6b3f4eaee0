/// Dispatch queues at one moment of an execution: their items, in which order, and which may begin.
///
/// A state machine without tasks, clocks or I/O. An item stays in its queue until it has ended. On
/// a serial queue, the first item may run. On a concurrent queue, all items may run that no barrier
/// precedes, and a barrier when it is first. A queue whose target is a queue of the program has one
/// entry in the target (a turn) while it has items. It gets its turn when that entry may run, and
/// keeps it until it is empty. A concurrent queue passes its items, and the turns in it, on to such
/// a target one by one.
///
/// A suspended queue takes no turn. If it has one already, it keeps it until the target reaches the
/// turn and finds the queue suspended. This shows when a later entry begins. When the queue is
/// resumed, its turn goes to the end. Items that a concurrent queue has passed on, to its target or
/// to the thread pool, run though the queue is suspended afterwards. Items that came later, or that
/// wait for a barrier, do not.
struct SharedQueues {
    /// An actor is a serial queue that Swift tasks run on.
    enum Kind: UInt8 { case serial, concurrent, main, global, actor }

    struct Queue: BitwiseCopyable {
        var kind: Kind
        /// The number of its shared object, and of the object common to all queues with the same
        /// final target.
        var object: Int32
        var ordered: Int32 = -1
        /// Its target, if that is a queue of the program; -1: none.
        var target: Int32 = -1
        var suspensions: Int32 = 0
        /// One of the suspensions is that it has not been activated; and whether it was created
        /// inactive.
        var isInactive = false
        var beganInactive = false
        var first: Int32 = -1
        var last: Int32 = -1
        /// It has a turn in its target.
        var hasTurn = false
        /// The urgency of an actor's first entry; -1: there was none.
        var usualUrgency: Int16 = -1
    }

    struct Entry: BitwiseCopyable {
        /// The task that runs the item; -1: it is the turn of a queue.
        var task: Int32 = -1
        var queue: Int32 = -1
        var isBarrier: Bool
        var next: Int32 = -1
        /// For an actor: the most urgent entry that waits goes first.
        var urgency: UInt8 = 0
        var hasBegun = false
        /// For a concurrent queue: a later suspension or barrier does not hold it back any more.
        var isPassedOn = false
    }

    private(set) var queues: Storage<Queue>
    private var entries: Storage<Entry>
    /// The main queue runs nothing before the explored function has ended.
    var mainIsFree = false

    func deallocate() {
        queues.deallocate()
        entries.deallocate()
    }

    @inline(__always)
    init(reusing old: Self? = nil) {
        queues = Storage(reusing: old?.queues)
        entries = Storage(reusing: old?.entries)
    }

    subscript(index: Int32) -> Queue {
        unsafeAddress { UnsafePointer(queues.base + Int(index)) }
        nonmutating unsafeMutableAddress { queues.base + Int(index) }
    }

    mutating func add(_ kind: Kind, object: Int32) -> Int32 {
        queues.append(Queue(kind: kind, object: object))
        return Int32(truncatingIfNeeded: queues.count - 1)
    }

    /// The number of queues.
    var count: Int32 { Int32(truncatingIfNeeded: queues.count) }

    func isEmpty(_ queue: Int32) -> Bool { self[queue].first < 0 }
    /// Whether steps on it are ordered with steps on other queues, because it has a target or is
    /// one.
    func isInHierarchy(_ queue: Int32) -> Bool { self[queue].ordered >= 0 }

    // MARK: entries of a queue

    /// Puts an item at the end of a queue.
    mutating func enqueue(_ task: Int, on queue: Int32, isBarrier: Bool, urgency: UInt8 = 0) {
        let kind = self[queue].kind
        if kind == .global { return }
        let isFirst = kind != .concurrent || firstKept(queue) < 0
        append(
            Entry(task: Int32(truncatingIfNeeded: task), isBarrier: isBarrier || kind != .concurrent, urgency: urgency), to: queue)
        if kind != .concurrent { return takeTurn(queue) }
        passOn(queue)
        if isFirst && isBarrierKept(queue) { takeTurn(queue) }
    }

    /// A concurrent queue passes on the entries that no barrier precedes, unless it is suspended.
    /// For a barrier it takes a turn on its target. The barrier runs in that turn if the entries
    /// before it have ended by then; else the queue takes another turn when they have.
    private mutating func passOn(_ queue: Int32) {
        let target = self[queue].target
        if self[queue].suspensions > 0 || keepsItems(queue) { return }
        var cursor = self[queue].first
        while cursor >= 0 && !entries[Int(cursor)].isBarrier {
            let entry = entries[Int(cursor)]
            if !entry.isPassedOn && !entry.hasBegun {
                entries[Int(cursor)].isPassedOn = true
                if target >= 0 && entry.task >= 0 { enqueue(Int(entry.task), on: target, isBarrier: false) }
                if target >= 0 && entry.task < 0 { takeTurn(of: entry.queue, on: target) }
            }
            cursor = entry.next
        }
        if cursor >= 0 && cursor == self[queue].first { takeTurn(queue) }
    }

    /// The first entry that a queue has not passed on; -1: there is none.
    private func firstKept(_ queue: Int32) -> Int32 {
        var cursor = self[queue].first
        while cursor >= 0 && entries[Int(cursor)].isPassedOn { cursor = entries[Int(cursor)].next }
        return cursor
    }

    private func isBarrierKept(_ queue: Int32) -> Bool {
        let kept = firstKept(queue)
        return kept >= 0 && entries[Int(kept)].isBarrier
    }

    /// Whether a concurrent queue has a turn on a serial target. In such a turn, all entries that
    /// were not passed on run one after the other, barriers or not. (An entry that comes when only
    /// a running item that is not a barrier is left is passed on.)
    private func keepsItems(_ queue: Int32) -> Bool {
        guard self[queue].hasTurn, endsAtSerial(queue) else { return false }
        let kept = firstKept(queue)
        if kept < 0 { return false }
        let entry = entries[Int(kept)]
        return !entry.hasBegun || entry.isBarrier || (entry.next >= 0 && entry.next != self[queue].last)
    }

    /// Whether a concurrent queue has work for its turn: entries that it kept, unless the first is
    /// a barrier that has to wait for others.
    private func hasWork(_ queue: Int32) -> Bool {
        let kept = firstKept(queue)
        return kept >= 0 && (!entries[Int(kept)].isBarrier || kept == self[queue].first)
    }

    private func endsAtSerial(_ queue: Int32) -> Bool {
        var cursor = self[queue].target
        while cursor >= 0 && self[cursor].kind == .concurrent { cursor = self[cursor].target }
        return cursor >= 0
    }

    /// A serial queue takes a turn on its target if it has items, unless it has a turn or is
    /// suspended.
    private mutating func takeTurn(_ queue: Int32) {
        if self[queue].target < 0 || self[queue].hasTurn || self[queue].suspensions > 0 || isEmpty(queue) { return }
        self[queue].hasTurn = true
        takeTurn(of: queue, on: self[queue].target)
    }

    private mutating func takeTurn(of queue: Int32, on target: Int32) {
        append(Entry(queue: queue, isBarrier: self[target].kind != .concurrent), to: target)
        if self[target].kind == .concurrent { passOn(target) } else { takeTurn(target) }
    }

    /// A suspended queue was resumed.
    mutating func resume(_ queue: Int32) {
        if self[queue].kind != .concurrent { return takeTurn(queue) }
        passOn(queue)
        if isBarrierKept(queue) { takeTurn(queue) }
    }

    /// Whether a task's item in a queue may run.
    func allows(_ task: Int, on queue: Int32) -> Bool {
        switch self[queue].kind {
        case .global: return true
        case .main where !mainIsFree: return false
        case .actor: return isNext(task, on: queue)
        default: break
        }
        let latest = latest(in: queue) { $0.task == Int32(truncatingIfNeeded: task) }
        if latest < 0 || !isAllowed(latest, in: queue) { return false }
        let target = self[queue].target
        if entries[Int(latest)].isPassedOn { return target < 0 || allows(task, on: target) }
        if target >= 0 && self[queue].kind == .concurrent && latest != firstKept(queue) { return false }
        return self[queue].suspensions == 0 && (target < 0 || hasTurn(queue, on: target))
    }

    /// Whether an actor runs a task's entry next: no task is on the actor, and no waiting entry is
    /// more urgent, or as urgent and earlier.
    private func isNext(_ task: Int, on actor: Int32) -> Bool {
        var cursor = self[actor].first, best: Int32 = -1
        while cursor >= 0 {
            let entry = entries[Int(cursor)]
            if entry.hasBegun { return false }
            if best < 0 || entry.urgency > entries[Int(best)].urgency { best = cursor }
            cursor = entry.next
        }
        return best >= 0 && entries[Int(best)].task == Int32(truncatingIfNeeded: task)
    }

    /// A task's item begins.
    mutating func begin(_ task: Int, on queue: Int32) {
        if self[queue].kind == .global { return }
        let entry = latest(in: queue) { $0.task == Int32(truncatingIfNeeded: task) }
        if entry < 0 { return }
        entries[Int(entry)].hasBegun = true
        let target = self[queue].target
        if target < 0 && !isInHierarchy(queue) { return }
        dropIdleTurns(before: entry, in: queue)
        if target < 0 { return }
        if entries[Int(entry)].isPassedOn { begin(task, on: target) } else { beginTurn(of: queue, on: target) }
    }

    private mutating func beginTurn(of queue: Int32, on target: Int32) {
        let entry = latest(in: target) { $0.queue == queue }
        if entry < 0 { return }
        dropIdleTurns(before: entry, in: target)
        let below = self[target].target
        if below >= 0 { beginTurn(of: entries[Int(entry)].isPassedOn ? queue : target, on: below) }
    }

    /// The target has reached the turns before an entry, and found their queues suspended.
    private mutating func dropIdleTurns(before entry: Int32, in queue: Int32) {
        var cursor = self[queue].first
        while cursor >= 0 && cursor != entry {
            let other = entries[Int(cursor)]
            if isIdle(other) {
                self[other.queue].hasTurn = false
                remove(turnsOf: other.queue, from: self[other.queue].target)
            }
            cursor = other.next
        }
    }

    private func remove(turnsOf queue: Int32, from target: Int32) {
        let isPassedOn = remove(from: target) { $0.queue == queue }?.isPassedOn ?? false
        if isPassedOn && self[target].target >= 0 { remove(turnsOf: queue, from: self[target].target) }
    }

    /// Whether an entry is the turn of a queue that runs nothing, because it is suspended or
    /// because its barrier has to wait: such a turn holds up no other entry.
    private func isIdle(_ entry: Entry) -> Bool {
        if entry.queue < 0 { return false }
        let queue = self[entry.queue]
        if queue.kind != .concurrent { return queue.suspensions > 0 && !isAtWork(entry.queue) }
        let kept = firstKept(entry.queue)
        return kept < 0 || (!entries[Int(kept)].hasBegun && (queue.suspensions > 0 || !hasWork(entry.queue)))
    }

    /// Whether an item runs in a queue's turn.
    private func isAtWork(_ queue: Int32) -> Bool {
        var cursor = self[queue].first
        while cursor >= 0 {
            let entry = entries[Int(cursor)]
            if entry.queue >= 0 ? isAtWork(entry.queue) : entry.hasBegun { return true }
            cursor = entry.next
        }
        return false
    }

    private func hasTurn(_ queue: Int32, on target: Int32) -> Bool {
        let latest = latest(in: target) { $0.queue == queue }
        if latest < 0 || (self[target].kind == .main && !mainIsFree) || !isAllowed(latest, in: target) { return false }
        let below = self[target].target
        if entries[Int(latest)].isPassedOn { return below < 0 || hasTurn(queue, on: below) }
        return self[target].suspensions == 0 && (below < 0 || hasTurn(target, on: below))
    }

    /// A task that waits for its own item waits forever: so its latest entry counts.
    private func latest(in queue: Int32, where isMeant: (Entry) -> Bool) -> Int32 {
        var cursor = self[queue].first, latest: Int32 = -1
        while cursor >= 0 {
            if isMeant(entries[Int(cursor)]) { latest = cursor }
            cursor = entries[Int(cursor)].next
        }
        return latest
    }

    /// Whether no entry before this one has to end first.
    private func isAllowed(_ entry: Int32, in queue: Int32) -> Bool {
        var cursor = self[queue].first, isBehindOthers = false
        while cursor >= 0 && cursor != entry {
            if !isIdle(entries[Int(cursor)]) {
                if entries[Int(cursor)].isBarrier { return false }
                isBehindOthers = true
            }
            cursor = entries[Int(cursor)].next
        }
        return !(isBehindOthers && entries[Int(entry)].isBarrier)
    }

    /// Removes a task's latest item from a queue: it has ended.
    mutating func end(_ task: Int, on queue: Int32, wasSync: Bool) {
        if self[queue].kind == .global { return }
        let entry = remove(from: queue) { $0.task == Int32(truncatingIfNeeded: task) }
        let target = self[queue].target
        if self[queue].kind == .concurrent {
            if target >= 0 && entry?.isPassedOn ?? false { end(task, on: target, wasSync: wasSync) }
            passOn(queue)
            if let entry, !entry.isPassedOn, !hasWork(queue) || wasSync || self[queue].suspensions > 0 { passTurn(queue) }
        } else if isEmpty(queue) || wasSync || self[queue].suspensions > 0 {
            passTurn(queue)
        }
    }

    /// A queue that is empty or suspended releases its turn. After a `sync` item, which its caller
    /// ran, the queue's turn goes to the end.
    private mutating func passTurn(_ queue: Int32) {
        let target = self[queue].target
        if target < 0 || !self[queue].hasTurn { return }
        let hasMore = self[queue].kind == .concurrent ? hasWork(queue) : !isEmpty(queue)
        let goesOn = hasMore && self[queue].suspensions == 0
        self[queue].hasTurn = goesOn
        passTurn(of: queue, on: target, goesOn: goesOn)
    }

    private mutating func passTurn(of queue: Int32, on target: Int32, goesOn: Bool) {
        guard let entry = remove(from: target, where: { $0.queue == queue }) else { return }
        if goesOn { append(Entry(queue: queue, isBarrier: entry.isBarrier, isPassedOn: entry.isPassedOn), to: target) }
        if self[target].kind == .concurrent {
            if entry.isPassedOn && self[target].target >= 0 { passTurn(of: queue, on: self[target].target, goesOn: goesOn) }
        } else if isEmpty(target) || self[target].suspensions > 0 {
            passTurn(target)
        }
    }

    /// The tasks that must end before a task's item may run.
    /// - Parameter upper: the queue whose turn there carries the item; -1: the item itself is
    ///   there.
    func holders(before task: Int, on queue: Int32, turnOf upper: Int32 = -1) -> TaskSet {
        let waiting = latest(in: queue) { upper < 0 ? $0.task == Int32(truncatingIfNeeded: task) : $0.task < 0 && $0.queue == upper }
        var found = TaskSet(), cursor = self[queue].first
        while cursor >= 0 && cursor != waiting {
            let entry = entries[Int(cursor)]
            found = found.union(entry.task >= 0 ? TaskSet(Int(entry.task)) : running(on: entry.queue))
            cursor = entry.next
        }
        return found.isEmpty && self[queue].target >= 0 ? holders(before: task, on: self[queue].target, turnOf: queue) : found
    }

    /// The tasks that run an item of a queue, or of a queue that targets it.
    private func running(on queue: Int32) -> TaskSet {
        var found = TaskSet(), cursor = self[queue].first
        while cursor >= 0 {
            let entry = entries[Int(cursor)]
            if entry.hasBegun { found = found.union(entry.task >= 0 ? TaskSet(Int(entry.task)) : running(on: entry.queue)) }
            cursor = entry.next
        }
        return found
    }

    // MARK: invariants

    /// A contradiction in the queues; nil: there is none.
    var contradiction: String? {
        for queue in 0..<count {
            if self[queue].suspensions < 0 { return "a queue is resumed more often than suspended" }
            if self[queue].hasTurn && self[queue].target < 0 { return "a queue has a turn, and no target" }
            var cursor = self[queue].first, last: Int32 = -1, length = 0
            while cursor >= 0 {
                if Int(cursor) >= entries.count || length > entries.count { return "the entries of a queue are no list" }
                let entry = entries[Int(cursor)]
                if (entry.task >= 0) == (entry.queue >= 0) { return "an entry of a queue is not either an item or a turn" }
                (last, cursor, length) = (cursor, entry.next, length + 1)
            }
            if last != self[queue].last { return "a queue does not end with its last entry" }
        }
        return nil
    }

    // MARK: linked lists

    private mutating func append(_ entry: Entry, to queue: Int32) {
        let index = Int32(truncatingIfNeeded: entries.count)
        entries.append(entry)
        if self[queue].last >= 0 { entries[Int(self[queue].last)].next = index } else { self[queue].first = index }
        self[queue].last = index
    }

    @discardableResult
    private func remove(from queue: Int32, where isMeant: (Entry) -> Bool) -> Entry? {
        var cursor = self[queue].first, previous: Int32 = -1, found: Int32 = -1, before: Int32 = -1
        while cursor >= 0 {
            if isMeant(entries[Int(cursor)]) {
                found = cursor
                before = previous
            }
            previous = cursor
            cursor = entries[Int(cursor)].next
        }
        if found < 0 { return nil }
        if before >= 0 { entries[Int(before)].next = entries[Int(found)].next } else { self[queue].first = entries[Int(found)].next }
        if self[queue].last == found { self[queue].last = before }
        return entries[Int(found)]
    }
}
