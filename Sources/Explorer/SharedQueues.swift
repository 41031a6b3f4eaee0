/// Dispatch queues as they stand at one moment of an execution: what lies in them, in which order, and what may begin.
///
/// A state machine without tasks, clocks or I/O. An item stays in its queue's row until it has ended. A serial queue's first item may run; on
/// a concurrent queue all those before which no barrier stands, and a barrier when it is the first. A queue with a target of the program's own
/// stands in its target's row as one entry (a turn) while there is something in it: it gets its turn when that entry may run, and keeps it until
/// it is empty. A concurrent queue passes its items, and the turns in its row, on to such a target one by one.
struct SharedQueues {
    /// An actor is a serial queue that Swift tasks run on.
    enum Kind: UInt8 { case serial, concurrent, main, global, actor }

    struct Queue: BitwiseCopyable {
        var kind: Kind
        /// The number of the shared object that stands for it, and of that for all queues that end up at the same target.
        var object: Int32
        var ordered: Int32 = -1
        /// The queue of the program's own that it hands its work to; -1: none.
        var target: Int32 = -1
        var suspensions: Int32 = 0
        /// One of the suspensions is that it has not been activated; and whether it was made so.
        var isInactive = false
        var beganInactive = false
        var first: Int32 = -1
        var last: Int32 = -1
        var isHeld = false
        /// How urgent the first of an actor's entries was; -1: there was none.
        var usualUrgency: Int16 = -1
    }

    struct Entry: BitwiseCopyable {
        /// The task that runs the item; -1: it is the turn of a queue.
        var task: Int32 = -1
        var queue: Int32 = -1
        var isBarrier: Bool
        var next: Int32 = -1
        /// Of an actor: the most urgent of those that wait goes first.
        var urgency: UInt8 = 0
        var hasBegun = false
    }

    private(set) var queues = Storage<Queue>()
    private var entries = Storage<Entry>()
    /// The main queue runs nothing before the function that is explored has ended.
    var mainIsFree = false

    func deallocate() {
        queues.deallocate()
        entries.deallocate()
    }

    mutating func removeAll() {
        queues.removeAll()
        entries.removeAll()
        mainIsFree = false
    }

    subscript(index: Int32) -> Queue {
        unsafeAddress { UnsafePointer(queues.base + Int(index)) }
        nonmutating unsafeMutableAddress { queues.base + Int(index) }
    }

    mutating func add(_ kind: Kind, object: Int32) -> Int32 {
        queues.append(Queue(kind: kind, object: object))
        return Int32(truncatingIfNeeded: queues.count - 1)
    }

    func isEmpty(_ queue: Int32) -> Bool { self[queue].first < 0 }
    /// Whether what is done to it is ordered with what is done to others, because it hands its work on or gets work handed on.
    func isInHierarchy(_ queue: Int32) -> Bool { self[queue].ordered >= 0 }

    // MARK: what lies in a queue

    /// Puts an item at the end of a queue.
    mutating func enqueue(_ task: Int, on queue: Int32, isBarrier: Bool, urgency: UInt8 = 0) {
        let kind = self[queue].kind
        if kind == .global { return }
        let wasEmpty = isEmpty(queue)
        append(
            Entry(task: Int32(truncatingIfNeeded: task), isBarrier: isBarrier || kind != .concurrent, urgency: urgency), to: queue)
        let target = self[queue].target
        if target < 0 { return }
        if kind == .concurrent {
            enqueue(task, on: target, isBarrier: isBarrier)
        } else if wasEmpty {
            takeTurn(of: queue, on: target)
        }
    }

    private mutating func takeTurn(of queue: Int32, on target: Int32) {
        let wasEmpty = isEmpty(target), below = self[target].target
        append(turn(of: queue, on: target), to: target)
        if below < 0 { return }
        if self[target].kind == .concurrent {
            takeTurn(of: queue, on: below)
        } else if wasEmpty {
            takeTurn(of: target, on: below)
        }
    }

    private func turn(of queue: Int32, on target: Int32) -> Entry { Entry(queue: queue, isBarrier: self[target].kind != .concurrent) }

    /// Whether a task's item in a queue may run.
    func allows(_ task: Int, on queue: Int32) -> Bool {
        if self[queue].suspensions > 0 { return false }
        switch self[queue].kind {
        case .global: return true
        case .main where !mainIsFree: return false
        case .actor: return isNext(task, on: queue)
        default: break
        }
        if !isAllowed(in: queue, where: { $0.task == Int32(truncatingIfNeeded: task) }) { return false }
        let target = self[queue].target
        if target < 0 { return true }
        return self[queue].kind == .concurrent ? allows(task, on: target) : hasTurn(queue, on: target)
    }

    /// Whether an actor runs a task's entry next: nobody is on it, and of those who wait nobody is more urgent, or as urgent and came earlier.
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

    /// A task's entry begins on an actor.
    func begin(_ task: Int, onActor actor: Int32) {
        var cursor = self[actor].first
        while cursor >= 0 && entries[Int(cursor)].task != Int32(truncatingIfNeeded: task) { cursor = entries[Int(cursor)].next }
        if cursor >= 0 { entries[Int(cursor)].hasBegun = true }
    }

    private func hasTurn(_ queue: Int32, on target: Int32) -> Bool {
        if self[target].suspensions > 0 || (self[target].kind == .main && !mainIsFree) { return false }
        if !isAllowed(in: target, where: { $0.queue == queue }) { return false }
        let below = self[target].target
        return below < 0 || hasTurn(self[target].kind == .concurrent ? queue : target, on: below)
    }

    private func isAllowed(in queue: Int32, where isMeant: (Entry) -> Bool) -> Bool {
        var cursor = self[queue].first, isBehindOthers = false
        // A task that waits for its own item waits for ever: the latest entry of it counts.
        var latest: Int32 = -1
        while cursor >= 0 {
            if isMeant(entries[Int(cursor)]) { latest = cursor }
            cursor = entries[Int(cursor)].next
        }
        cursor = self[queue].first
        while cursor >= 0 && cursor != latest {
            if entries[Int(cursor)].isBarrier { return false }
            isBehindOthers = true
            cursor = entries[Int(cursor)].next
        }
        return latest >= 0 && !(isBehindOthers && entries[Int(latest)].isBarrier)
    }

    /// Takes the latest item of a task out of a queue: it has ended.
    mutating func end(_ task: Int, on queue: Int32, wasSync: Bool) {
        if self[queue].kind == .global { return }
        remove(from: queue) { $0.task == Int32(truncatingIfNeeded: task) }
        let target = self[queue].target
        if target < 0 { return }
        if self[queue].kind == .concurrent {
            end(task, on: target, wasSync: wasSync)
        } else if isEmpty(queue) || wasSync {
            passTurn(of: queue, on: target)
        }
    }

    /// A queue that is empty gives its turn back; one whose caller has run its item itself goes to the end of the row.
    private mutating func passTurn(of queue: Int32, on target: Int32) {
        let below = self[target].target
        remove(from: target) { $0.queue == queue }
        if !isEmpty(queue) { append(turn(of: queue, on: target), to: target) }
        if below < 0 { return }
        if self[target].kind == .concurrent {
            passTurn(of: queue, on: below)
        } else if isEmpty(target) {
            passTurn(of: target, on: below)
        }
    }

    /// Who has to end before a task's item may run.
    func holders(before task: Int, on queue: Int32) -> TaskSet {
        var found = TaskSet(), cursor = self[queue].first, waiting: Int32 = -1
        while cursor >= 0 {
            if entries[Int(cursor)].task == Int32(truncatingIfNeeded: task) { waiting = cursor }
            cursor = entries[Int(cursor)].next
        }
        cursor = self[queue].first
        while cursor >= 0 && cursor != waiting {
            if entries[Int(cursor)].task >= 0 { found.insert(Int(entries[Int(cursor)].task)) }
            cursor = entries[Int(cursor)].next
        }
        return found.isEmpty && self[queue].target >= 0 ? holders(before: task, on: self[queue].target) : found
    }

    // MARK: rows

    private mutating func append(_ entry: Entry, to queue: Int32) {
        let index = Int32(truncatingIfNeeded: entries.count)
        entries.append(entry)
        if self[queue].last >= 0 { entries[Int(self[queue].last)].next = index } else { self[queue].first = index }
        self[queue].last = index
    }

    private func remove(from queue: Int32, where isMeant: (Entry) -> Bool) {
        var cursor = self[queue].first, previous: Int32 = -1, found: Int32 = -1, before: Int32 = -1
        while cursor >= 0 {
            if isMeant(entries[Int(cursor)]) {
                found = cursor
                before = previous
            }
            previous = cursor
            cursor = entries[Int(cursor)].next
        }
        if found < 0 { return }
        if before >= 0 { entries[Int(before)].next = entries[Int(found)].next } else { self[queue].first = entries[Int(found)].next }
        if self[queue].last == found { self[queue].last = before }
    }
}
