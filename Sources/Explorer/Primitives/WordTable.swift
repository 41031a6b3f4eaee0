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
    @inline(__always)
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
