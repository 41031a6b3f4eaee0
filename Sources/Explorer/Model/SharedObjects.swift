/// The shared objects of an execution and their present state: locks, conditions, initializers, words of memory.
///
/// A state machine without tasks, clocks or I/O: it says whether an operation is enabled, and makes it. (Some methods are mutating without
/// need, because the compiler copies a large struct that is only read.)
struct SharedObjects {
    struct Object: BitwiseCopyable {
        var key: UInt
        /// The task that holds the lock or runs the initializer; -1: none. And how often beyond the first time.
        var owner: Int32 = -1
        var depth: Int32 = 0
        /// The sets of tasks that concern it; -1: there are none yet.
        var crowd: Int32 = -1
        /// The first of the signals on the condition that are not used up yet.
        var firstSignal: Int32 = -1
        /// The task that signalled the condition; -1: none, -2: several tasks.
        var signaller: Int32 = -1
        /// The initializer has run.
        var isDone = false
        /// Rows of the race detector: the clock released with the lock, and by readers; -1: none yet.
        var released: Int32 = -1
        var releasedByReaders: Int32 = -1
        /// The row of the search with what the runtime has ordered before it. For a lock of the runtime: the event after which it was
        /// released.
        var ordered: Int32 = -1
        /// The count of the group, or the value of the semaphore; and whether the semaphore's value is known.
        var value: Int32 = 0
        var isKnown = false
        /// A semaphore's initial value; for a work item, how often it has begun. How often the item has run, and whether a task has waited
        /// for it.
        var first: Int32 = 0
        var runs: Int32 = 0
        var wasAwaited = false
        /// The blocks to be submitted when the group is empty or the work item has ended.
        var firstNotification: Int32 = -1
        var lastNotification: Int32 = -1
        /// Grows whenever what it protects may have changed; and its holder's number of changes when it acquired it.
        var version: UInt32 = 0
        var effectsBefore = 0
        /// The task that made the latest atomic change of each half of a word; -1: none.
        var updaterOfLow: Int32 = -1
        var updaterOfHigh: Int32 = -1
        /// A task group that discards its children's results.
        var discardsResults = false
        /// The number of its queue.
        var queue: Int32 = -1
        /// The number of its operation or operation queue.
        var operation: Int32 = -1
        /// The number of its dispatch source.
        var source: Int32 = -1

        /// - Parameter mask: the bytes of the word.
        mutating func note(update mask: UInt8, by task: Int) {
            if mask & 0x0F != 0 { updaterOfLow = Int32(truncatingIfNeeded: task) }
            if mask & 0xF0 != 0 { updaterOfHigh = Int32(truncatingIfNeeded: task) }
        }

        func updater(of mask: UInt8) -> Int { Int(mask & 0x0F != 0 ? updaterOfLow : updaterOfHigh) }
    }

    /// The tasks that concern an object. Few objects need this, and it is large: so it is stored separately.
    struct Crowd: BitwiseCopyable {
        /// The tasks that hold the lock as readers.
        var readers = TaskSet()
        /// The tasks that sleep on the condition, and those of them that a broadcast woke.
        var sleepers = TaskSet()
        var woken = TaskSet()
        /// The tasks that have passed the initializer, or a semaphore with initial value 0.
        var passed = TaskSet()
    }

    /// A signal that wakes one of the tasks that slept when it was given.
    struct Signal: BitwiseCopyable {
        var eligible: TaskSet
        var next: Int32
    }

    private(set) var objects: Storage<Object>
    private var crowds: Storage<Crowd>
    private var signals: Storage<Signal>
    private var table: WordTable
    /// The approximate regions of their keys.
    private var regions = Regions()
    /// The numbers of weakly referenced objects, by the tables that lead to them.
    var weaklyKnown: [UInt: Int32] = [:]

    func deallocate() {
        objects.deallocate()
        crowds.deallocate()
        signals.deallocate()
        table.deallocate()
    }

    init(reusing old: Self? = nil) {
        objects = Storage(reusing: old?.objects)
        crowds = Storage(reusing: old?.crowds, capacity: 16)
        signals = Storage(reusing: old?.signals)
        table = WordTable(reusing: old?.table)
    }

    var count: Int { objects.count }
    subscript(index: Int32) -> Object {
        unsafeAddress { UnsafePointer(objects.base + Int(index)) }
        nonmutating unsafeMutableAddress { objects.base + Int(index) }
    }

    /// The number of the object with this key, if it is known.
    mutating func find(_ key: UInt) -> Int32? {
        let index = table.value(of: key)
        return index >= 0 ? index : nil
    }

    /// The number of the object with this key; a new object is added.
    mutating func index(of key: UInt) -> (index: Int32, isNew: Bool) {
        let slot = table.slot(of: key)
        if table[slot] >= 0 { return (table[slot], false) }
        let index = Int32(truncatingIfNeeded: objects.count)
        objects.append(Object(key: key))
        table.set(slot, to: index)
        regions.insert(key)
        return (index, true)
    }

    /// The key is free for another object.
    mutating func remove(_ key: UInt) {
        if table.contains(key) { table.set(table.slot(of: key), to: -1) }
    }

    /// Memory was allocated again: the objects that lay there are gone, and new ones will lie there.
    mutating func remove(from address: UInt, size: Int) {
        let end = address + UInt(size)
        var region = address & ~(Regions.size - 1)
        guard size / Int(Regions.size) < objects.count + 64 else {
            for index in 0..<objects.count where (address..<end).contains(objects[index].key) { remove(objects[index].key) }
            return
        }
        while region < end {
            if regions.contains(region) {
                for key in max(region, address)..<min(region + Regions.size, end) { remove(key) }
            }
            region += Regions.size
        }
    }

    /// The object returns to its initial state, under the same number.
    func forget(_ index: Int32) {
        let old = self[index]
        objects[Int(index)] = Object(key: old.key)
    }

    /// The tasks that concern an object, to be changed.
    private mutating func crowd(at index: Int32) -> UnsafeMutablePointer<Crowd> {
        if self[index].crowd < 0 {
            self[index].crowd = Int32(truncatingIfNeeded: crowds.count)
            crowds.append(Crowd())
        }
        return crowds.base + Int(self[index].crowd)
    }

    private mutating func crowd(of index: Int32) -> Crowd { self[index].crowd < 0 ? Crowd() : crowds[Int(self[index].crowd)] }

    /// Whether an operation of a task is enabled. (Joining does not depend on shared objects.)
    mutating func allows(_ operation: Operation, to task: Int) -> Bool {
        switch operation.kind {
        case .lock: self[operation.object].owner < 0 && !hasReaders(operation.object)
        case .readLock, .runtimeLock: self[operation.object].owner < 0
        case .onceEnter: self[operation.object].owner < 0 || self[operation.object].isDone
        case .futexLock: isFree(operation)
        case .groupWait, .barrierWait: self[operation.object].value == 0
        case .semaphoreWait: self[operation.object].value > 0
        case .workWait, .occurrenceWait: self[operation.object].isDone
        case .pipeRead: self[operation.object].value > 0 || self[operation.object].depth == 0
        case .pipeWrite: self[operation.object].value < 65536 || self[operation.object].runs == 0
        case .offerTaken: self[operation.object].depth > 0 || self[operation.object].value == 0
        case .offersAwaited: self[operation.object].value == 0
        case .quietLock: UnsafePointer<Int32>(bitPattern: self[operation.object].key & ~1)?.pointee == 0
        case .conditionWake: self[operation.other].owner < 0 && (operation.mayTimeOut || canWake(task, on: operation.object))
        default: true
        }
    }

    /// Whether the operation's four bytes are zero.
    private func isFree(_ operation: Operation) -> Bool {
        let address = self[operation.object].key + UInt(operation.mask.trailingZeroBitCount)
        return UnsafePointer<UInt32>(bitPattern: address)?.pointee == 0
    }

    /// The tasks that must act before the task can go on.
    mutating func holders(_ operation: Operation) -> TaskSet {
        let lock = operation.kind == .conditionWake ? operation.other : operation.object
        guard lock >= 0 else { return TaskSet() }
        let object = self[lock]
        switch operation.kind {
        case .lock: return object.owner >= 0 ? TaskSet(Int(object.owner)) : crowd(of: lock).readers
        case .futexLock:
            let owner = object.updater(of: operation.mask)
            return owner >= 0 ? TaskSet(owner) : TaskSet()
        default: return object.owner >= 0 ? TaskSet(Int(object.owner)) : TaskSet()
        }
    }

    mutating func tryLock(_ index: Int32, by task: Int) -> Bool {
        guard self[index].owner < 0, !hasReaders(index) else { return false }
        self[index].owner = Int32(truncatingIfNeeded: task)
        return true
    }

    func unlock(_ index: Int32) { self[index].owner = -1 }

    mutating func tryReadLock(_ index: Int32, by task: Int) -> Bool {
        guard self[index].owner < 0 else { return false }
        crowd(at: index).pointee.readers.insert(task)
        return true
    }

    mutating func endReading(_ index: Int32, by task: Int) { crowd(at: index).pointee.readers.remove(task) }
    mutating func isRead(_ index: Int32, by task: Int) -> Bool { crowd(of: index).readers.contains(task) }
    mutating func hasReaders(_ index: Int32) -> Bool { self[index].crowd >= 0 && !crowds[Int(self[index].crowd)].readers.isEmpty }

    // MARK: initialisers

    mutating func pass(_ index: Int32, by task: Int) { crowd(at: index).pointee.passed.insert(task) }
    mutating func wasPassed(_ index: Int32, by task: Int) -> Bool { crowd(of: index).passed.contains(task) }

    // MARK: conditions

    /// Whether a signal was given that can wake a task.
    mutating func canWake(_ task: Int, on condition: Int32) -> Bool {
        if crowd(of: condition).woken.contains(task) { return true }
        var cursor = self[condition].firstSignal
        while cursor >= 0 {
            if signals[Int(cursor)].eligible.contains(task) { return true }
            cursor = signals[Int(cursor)].next
        }
        return false
    }

    mutating func sleep(_ task: Int, on condition: Int32) { crowd(at: condition).pointee.sleepers.insert(task) }

    /// - Returns: whether a signal has woken the task; else it timed out.
    ///
    /// Consumes the oldest signal that this task was eligible for. A task eligible for a signal is eligible for all later ones, so
    /// oldest-first never wastes one. After that the task is not eligible for any signal given so far: if it sleeps again, only later
    /// signals wake it.
    mutating func wake(_ task: Int, on condition: Int32) -> Bool {
        let crowd = crowd(at: condition)
        crowd.pointee.sleepers.remove(task)
        defer { forgetSignals(for: task, on: condition) }
        if crowd.pointee.woken.contains(task) {
            crowd.pointee.woken.remove(task)
            return true
        }
        var cursor = self[condition].firstSignal, previous: Int32 = -1
        while cursor >= 0 {
            let signal = signals[Int(cursor)]
            if signal.eligible.contains(task) {
                if previous < 0 { self[condition].firstSignal = signal.next } else { signals[Int(previous)].next = signal.next }
                return true
            }
            previous = cursor
            cursor = signal.next
        }
        return false
    }

    private func forgetSignals(for task: Int, on condition: Int32) {
        var cursor = self[condition].firstSignal
        while cursor >= 0 {
            signals[Int(cursor)].eligible.remove(task)
            cursor = signals[Int(cursor)].next
        }
    }

    mutating func signal(_ condition: Int32) {
        let crowd = crowd(of: condition), eligible = crowd.sleepers.subtracting(crowd.woken)
        var given = 0, last: Int32 = -1, cursor = self[condition].firstSignal
        while cursor >= 0 {
            given += 1
            last = cursor
            cursor = signals[Int(cursor)].next
        }
        guard given < eligible.count else { return }
        let new = Int32(truncatingIfNeeded: signals.count)
        signals.append(Signal(eligible: eligible, next: -1))
        if last < 0 { self[condition].firstSignal = new } else { signals[Int(last)].next = new }
    }

    mutating func broadcast(_ condition: Int32) {
        let crowd = crowd(at: condition)
        crowd.pointee.woken = crowd.pointee.sleepers
        self[condition].firstSignal = -1
    }
}

/// A set of memory regions without false negatives, and with few false positives.
struct Regions: BitwiseCopyable {
    static let size: UInt = 32
    private var bits: InlineArray<8, UInt64> = .init(repeating: 0)

    @inline(__always)
    mutating func insert(_ address: UInt) {
        let region = Int(truncatingIfNeeded: address / Self.size) & 511
        bits[region >> 6] |= 1 << UInt64(region & 63)
    }

    @inline(__always)
    func contains(_ address: UInt) -> Bool {
        let region = Int(truncatingIfNeeded: address / Self.size) & 511
        return bits[region >> 6] & 1 << UInt64(region & 63) != 0
    }
}

/// A hash table from words to numbers that is emptied in constant time.
struct WordTable {
    private struct Slot: BitwiseCopyable {
        var key: UInt
        var value: Int32
        var generation: UInt32
    }

    private var slots: UnsafeMutablePointer<Slot>
    private var capacity = 256
    private var used = 0
    private var generation: UInt32 = 1

    init() {
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: Slot(key: 0, value: 0, generation: 0), count: capacity)
    }

    /// Empty, in the memory of another that is not used any more; or new.
    init(reusing old: Self?) {
        guard var old else {
            self.init()
            return
        }
        old.removeAll()
        self = old
    }

    func deallocate() { slots.deallocate() }

    mutating func removeAll() {
        generation += 1
        used = 0
    }

    var count: Int { used }

    /// The slot of a word, whether it is set or not: valid until the next one is set.
    @inline(__always)
    mutating func slot(of key: UInt) -> Int {
        if used * 2 >= capacity { grow() }
        return find(key)
    }

    @inline(__always)
    private func find(_ key: UInt) -> Int {
        var at = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 20) & (capacity - 1)
        while slots[at].generation == generation && slots[at].key != key { at = (at + 1) & (capacity - 1) }
        if slots[at].generation != generation { slots[at] = Slot(key: key, value: -1, generation: 0) }
        return at
    }

    /// -1: none.
    subscript(slot: Int) -> Int32 { slots[slot].generation == generation ? slots[slot].value : -1 }

    @inline(__always)
    mutating func set(_ slot: Int, to value: Int32) {
        if slots[slot].generation != generation {
            slots[slot].generation = generation
            used += 1
        }
        slots[slot].value = value
    }

    /// The number set for a word; -1: none.
    @inline(__always)
    func value(of key: UInt) -> Int32 {
        var at = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 20) & (capacity - 1)
        while slots[at].generation == generation {
            if slots[at].key == key { return slots[at].value }
            at = (at + 1) & (capacity - 1)
        }
        return -1
    }

    /// Whether a number is set for a word.
    @inline(__always)
    func contains(_ key: UInt) -> Bool { value(of: key) >= 0 }

    private mutating func grow() {
        let old = slots, size = capacity
        capacity *= 4
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: Slot(key: 0, value: 0, generation: 0), count: capacity)
        used = 0
        for index in 0..<size where old[index].generation == generation { set(find(old[index].key), to: old[index].value) }
        old.deallocate()
    }
}
