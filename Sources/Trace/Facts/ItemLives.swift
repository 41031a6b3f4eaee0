/// The items of a trace, from enqueue over begin to end.
///
/// An id may come again: a block enqueued twice, a handler that fires often, an address that is used again. So each id has a first-in,
/// first-out list of items that have not begun, and each lane a stack of those that run.
struct ItemLives {
    private(set) var items: [Trace.Item] = []
    /// Event that ended each item, -1 while none has.
    private(set) var endEvents: [Int32] = []
    /// First and last item of an id that have not begun, each plus 1, as two halves of a number.
    private var pending = IntegerTable()
    /// The next item of the same id that has not begun, -1 at the end.
    private var nextPending: [Int32] = []
    /// The newest item of an id, plus 1; only for the requested ids.
    private var newest = IntegerTable()
    private let wanted: IntegerTable
    /// Items that run on each lane, the innermost last.
    private var running: [[Int32]]
    /// How far a list or a stack is searched: no real run nests deeper, and a damaged file shall not cost more.
    private static let deepest = 64

    /// - Parameters:
    ///   - wanted: ids that `newest` will be called with; most never are.
    ///   - expected: how many items there will be, about.
    init(lanes: Int, wanted: IntegerTable = IntegerTable(), expected: Int = 0) {
        running = [[Int32]](repeating: [], count: lanes)
        self.wanted = wanted
        items.reserveCapacity(expected)
        endEvents.reserveCapacity(expected)
        nextPending.reserveCapacity(expected)
    }

    /// The item that runs on a lane now.
    func running(on lane: Int) -> Int? { running[lane].last.map(Int.init) }

    /// The item of an id that was made last.
    func newest(_ id: UInt64) -> Int? {
        let known = newest[id]
        return known == 0 ? nil : Int(known - 1)
    }

    mutating func enqueued(_ item: Trace.Item) -> Int {
        let index = append(item)
        let list = pending[item.id]
        if list == 0 {
            pending[item.id] = UInt64(index + 1) << 32 | UInt64(index + 1)
        } else {
            nextPending[Int(list & 0xFFFF_FFFF) - 1] = Int32(index)
            pending[item.id] = (list >> 32) << 32 | UInt64(index + 1)
        }
        return index
    }

    /// An item begins on a lane: the oldest that waits under its id, or one whose enqueue was not seen.
    mutating func began(_ id: UInt64, how: Trace.Item.How, queue: Int, lane: Int, place: Int?, at time: Int64) -> Int {
        let index = takePending(id, how: how, queue: queue) ?? append(Trace.Item(id: id, how: how, queue: queue))
        items[index].began = time
        items[index].lane = lane
        if items[index].place == nil { items[index].place = place }
        running[lane].append(Int32(index))
        return index
    }

    /// An item ends: the innermost of its id on the lane, or one that another lane began.
    mutating func ended(_ id: UInt64, lane: Int, at time: Int64, event: Int) -> Int? {
        guard let index = runningItem(id, lane: lane) else { return nil }
        items[index].ended = time
        endEvents[index] = Int32(event)
        let began = items[index].lane ?? lane
        while let top = running[began].last, items[Int(top)].ended != nil { running[began].removeLast() }
        return index
    }

    /// Cancels the newest item of an id, if it has not ended.
    mutating func cancelled(_ id: UInt64, at time: Int64) -> Int? {
        guard let index = newest(id), items[index].ended == nil else { return nil }
        if items[index].cancelled == nil { items[index].cancelled = time }
        return index
    }

    /// The `start()` of an operation returns: its thread is free for other items.
    mutating func returned(_ index: Int, at time: Int64) {
        items[index].operation.startReturned = time
        if let lane = items[index].lane { running[lane].removeAll { $0 == Int32(index) } }
    }

    /// Cancels the barriers of an operation queue that have not begun: the trace shows no cancellation of each of them.
    mutating func cancelBarriers(of queue: Int, at time: Int64) {
        for index in items.indices where items[index].queue == queue && items[index].isBarrier && items[index].how == .operation {
            if items[index].began == nil, items[index].cancelled == nil { items[index].cancelled = time }
        }
    }

    /// Hands over the items; none are left here.
    mutating func takeItems() -> [Trace.Item] {
        defer { items = [] }
        return items
    }

    /// Changes an item in place.
    mutating func update(_ index: Int, _ change: (inout Trace.Item) -> Void) { change(&items[index]) }

    private mutating func append(_ item: Trace.Item) -> Int {
        items.append(item)
        endEvents.append(-1)
        nextPending.append(-1)
        if wanted.count > 0, wanted[item.id] != 0 { newest[item.id] = UInt64(items.count) }
        return items.count - 1
    }

    private mutating func takePending(_ id: UInt64, how: Trace.Item.How, queue: Int) -> Int? {
        let list = pending[id]
        if list == 0 { return nil }
        let head = Int(list >> 32) - 1
        // The same block may wait in two queues: the first few are looked through for the one that fits.
        var fits: (index: Int, before: Int)?
        var before = -1
        var index = head
        var steps = 0
        while index >= 0, steps < Self.deepest {
            if items[index].queue == queue, items[index].how == how {
                fits = (index, before)
                break
            }
            before = index
            index = Int(nextPending[index])
            steps += 1
        }
        if fits == nil {
            // Work done by hand, iterations and handlers need no enqueue; others were handed on under another name.
            if how == .performed || how == .applyIteration || how == .sourceHandler || how == .sourceCancelHandler { return nil }
            fits = (head, -1)
        }
        guard let fits else { return nil }
        let next = Int(nextPending[fits.index])
        var first = head, last = Int(list & 0xFFFF_FFFF) - 1
        if fits.before >= 0 { nextPending[fits.before] = Int32(next) } else { first = next }
        if last == fits.index { last = fits.before }
        nextPending[fits.index] = -1
        pending[id] = first < 0 ? 0 : UInt64(first + 1) << 32 | UInt64(last + 1)
        return fits.index
    }

    /// The running item that an end belongs to. Ended items stay in a lane's stack until they are on top.
    private func runningItem(_ id: UInt64, lane: Int) -> Int? {
        for entry in running[lane].suffix(Self.deepest).reversed() where items[Int(entry)].id == id && items[Int(entry)].ended == nil {
            return Int(entry)
        }
        // An operation may be finished by another thread than it began on.
        guard let index = newest(id), items[index].began != nil, items[index].ended == nil else { return nil }
        return index
    }
}
