/// What tasks share, as it stands at one moment of an execution: locks, conditions, initialisers, words of memory.
///
/// A state machine without tasks, clocks or I/O: it says whether an operation can be made, and makes it. (Its methods are mutating where they need not
/// be, because the compiler copies a large struct that is only to be looked at.)
struct SharedObjects {
    struct Object: BitwiseCopyable {
        var key: UInt
        /// Who holds the lock or runs the initialiser; -1: nobody. And how often beyond the first time.
        var owner: Int32 = -1
        var depth: Int32 = 0
        /// The sets of tasks that have to do with it; -1: there are none yet.
        var crowd: Int32 = -1
        /// The first of the signals that have woken one of those who sleep on the condition.
        var firstSignal: Int32 = -1
        /// Who has signalled the condition; -1: nobody, -2: several tasks.
        var signaller: Int32 = -1
        /// The initialiser is done.
        var isDone = false
        /// Rows of the race detector: what was released with the lock, and by readers; -1: nothing yet.
        var released: Int32 = -1
        var releasedByReaders: Int32 = -1
        /// The row of the search that holds what the runtime has ordered before it; of a lock of the runtime's, the event behind which it was given back.
        var ordered: Int32 = -1
        /// How many have entered the group, or how many may pass the semaphore; of the latter, whether that is known.
        var value: Int32 = 0
        var isKnown = false
        /// A semaphore's first value; of a work item, how often it has begun; how often it has run, and whether somebody has waited for it.
        var first: Int32 = 0
        var runs: Int32 = 0
        var wasAwaited = false
        /// What is handed over when the group is empty or the work item has ended: the engine's notifications.
        var firstNotification: Int32 = -1
        var lastNotification: Int32 = -1
        /// Grows whenever somebody may have changed what it protects; and what its holder had changed when it took it.
        var version: UInt32 = 0
        var effectsBefore = 0
        /// Who has changed each half of a word last by a step that nobody can divide; -1: nobody.
        var updaterOfLow: Int32 = -1
        var updaterOfHigh: Int32 = -1
        /// A task group that keeps nothing of its children.
        var discardsResults = false
        /// The number of the queue that it is.
        var queue: Int32 = -1
        /// The number of the operation, or of the operation queue, that it is.
        var operation: Int32 = -1
        /// The number of the dispatch source that it is.
        var source: Int32 = -1

        /// - Parameter mask: which bytes of the word are meant.
        mutating func note(update mask: UInt8, by task: Int) {
            if mask & 0x0F != 0 { updaterOfLow = Int32(truncatingIfNeeded: task) }
            if mask & 0xF0 != 0 { updaterOfHigh = Int32(truncatingIfNeeded: task) }
        }

        func updater(of mask: UInt8) -> Int { Int(mask & 0x0F != 0 ? updaterOfLow : updaterOfHigh) }
    }

    /// Who has to do with an object. Few objects need it, and it is large: so it lies apart.
    struct Crowd: BitwiseCopyable {
        /// Who holds the lock as a reader.
        var readers = TaskSet()
        /// Who sleeps on the condition, and who of them was woken by name.
        var sleepers = TaskSet()
        var woken = TaskSet()
        /// Who has been past the initialiser.
        var passed = TaskSet()
    }

    /// A signal that wakes one of those who slept when it was given.
    struct Signal: BitwiseCopyable {
        var eligible: TaskSet
        var next: Int32
    }

    private(set) var objects = Storage<Object>()
    private var crowds = Storage<Crowd>(capacity: 16)
    private var signals = Storage<Signal>()
    private var table = WordTable()
    /// Where their keys lie, roughly.
    private var regions = Regions()
    /// The numbers of objects that are known weakly, by the tables that lead to them.
    var weaklyKnown: [UInt: Int32] = [:]

    func deallocate() {
        objects.deallocate()
        crowds.deallocate()
        signals.deallocate()
        table.deallocate()
    }

    mutating func removeAll() {
        objects.removeAll()
        crowds.removeAll()
        signals.removeAll()
        table.removeAll()
        regions = Regions()
        if !weaklyKnown.isEmpty { weaklyKnown = [:] }
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

    /// The number of the object with this key, which is made if it is new.
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

    /// Memory that was given out anew: what lay there is no more, and what will lie there is something else.
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

    /// It is as on its first day, though still the same.
    func forget(_ index: Int32) {
        let old = self[index]
        objects[Int(index)] = Object(key: old.key)
    }

    /// The tasks that have to do with an object, to be changed.
    private mutating func crowd(at index: Int32) -> UnsafeMutablePointer<Crowd> {
        if self[index].crowd < 0 {
            self[index].crowd = Int32(truncatingIfNeeded: crowds.count)
            crowds.append(Crowd())
        }
        return crowds.base + Int(self[index].crowd)
    }

    private mutating func crowd(of index: Int32) -> Crowd { self[index].crowd < 0 ? Crowd() : crowds[Int(self[index].crowd)] }

    /// Whether a task can make an operation as things stand. (Joining is not a matter of shared objects.)
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

    /// Whether the four bytes that are meant are zero.
    private func isFree(_ operation: Operation) -> Bool {
        let address = self[operation.object].key + UInt(operation.mask.trailingZeroBitCount)
        return UnsafePointer<UInt32>(bitPattern: address)?.pointee == 0
    }

    /// Who must do something before the task can go on.
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

    /// Whether a signal has been given that may wake a task.
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

    /// - Returns: whether a signal has woken the task; else its time was up.
    ///
    /// It uses the oldest signal that may have been meant for it: whoever may use that one may use all later ones too. Those later ones
    /// are for others then: whoever falls asleep again is woken by signals that come after that.
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

/// Which parts of memory hold something: what is in is found, and now and then what is not.
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

/// Finds numbers by words, and is emptied at once.
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

    func deallocate() { slots.deallocate() }

    mutating func removeAll() {
        generation += 1
        used = 0
    }

    var count: Int { used }

    /// Where the word is, or would be: stays true until the next one is set.
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

    /// -1: nothing.
    subscript(slot: Int) -> Int32 { slots[slot].generation == generation ? slots[slot].value : -1 }

    @inline(__always)
    mutating func set(_ slot: Int, to value: Int32) {
        if slots[slot].generation != generation {
            slots[slot].generation = generation
            used += 1
        }
        slots[slot].value = value
    }

    /// What was set for a word; -1: nothing.
    @inline(__always)
    func value(of key: UInt) -> Int32 {
        var at = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 20) & (capacity - 1)
        while slots[at].generation == generation {
            if slots[at].key == key { return slots[at].value }
            at = (at + 1) & (capacity - 1)
        }
        return -1
    }

    /// Whether anything was set for a word.
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
