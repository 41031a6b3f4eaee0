/// A growable array of plain values that is reused from execution to execution. Its owner frees it.
/// It counts no references and checks no bounds.
struct Storage<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    /// Small numbers: an execution has many arrays, and begins with all of them.
    private var used: Int32 = 0, capacity: Int32

    var count: Int { Int(truncatingIfNeeded: used) }

    init(capacity: Int = 64) {
        self.capacity = Int32(capacity)
        base = .allocate(capacity: capacity)
    }

    /// Empty, in the memory of another that is not used any more; or new.
    @inline(__always)
    init(reusing old: Self?, capacity: Int = 64) {
        if var old {
            old.used = 0
            self = old
        } else {
            self.init(capacity: capacity)
        }
    }

    func deallocate() { base.deallocate() }

    subscript(index: Int) -> Element {
        unsafeAddress { UnsafePointer(base + index) }
        nonmutating unsafeMutableAddress { base + index }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if used == capacity { grow(to: Int(capacity) * 2) }
        (base + count).initialize(to: element)
        used &+= 1
    }

    /// Makes room for `size` elements. The new ones are uninitialized.
    mutating func extend(to size: Int) {
        if size > capacity { grow(to: max(size, Int(capacity) * 2)) }
        used = Int32(size)
    }

    mutating func removeAll() { used = 0 }
    mutating func removeLast() { used -= 1 }
    mutating func removeAll(from first: Int) { used = min(used, Int32(first)) }

    @inline(never)
    private mutating func grow(to size: Int) {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: size)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
        capacity = Int32(size)
    }
}

/// An array of clocks: each row has a number for each task. Unused rows are all zeros.
///
/// Most programs have few tasks, and close rows are quicker to clear and to reach. So rows begin
/// narrow, and all become wider when a task has no room in them.
struct ClockRows {
    private var numbers: UnsafeMutablePointer<UInt32>
    private var capacity = 64
    /// A row has two to the power of this numbers: sixteen at first, and never fewer than `copy`
    /// moves in one step.
    private var shift = 4
    private(set) var count = 0

    init() {
        numbers = .allocate(capacity: capacity &<< shift)
        numbers.initialize(repeating: 0, count: capacity &<< shift)
    }

    /// Without rows, in the memory of another that is not used any more; or new.
    @inline(__always)
    init(reusing old: Self?) {
        guard var old else {
            self.init()
            return
        }
        old.removeAll()
        self = old
    }

    func deallocate() { numbers.deallocate() }

    @inline(__always)
    func row(_ index: Int) -> UnsafeMutablePointer<UInt32> { numbers + index &<< shift }

    mutating func removeAll() { removeAll(from: 0) }

    mutating func removeAll(from first: Int) {
        if first >= count { return }
        row(first).update(repeating: 0, count: (count - first) &<< shift)
        count = first
    }

    /// Adds a row of zeros.
    mutating func append() -> Int {
        extend(to: count + 1)
        return count - 1
    }

    mutating func extend(to size: Int) {
        if size > capacity { move(capacity: max(size, capacity * 2), shift: shift) }
        count = size
    }

    /// Makes room in each row for this many tasks. Pointers to rows become invalid.
    @inline(__always)
    mutating func makeRoom(forTasks tasks: Int) {
        if tasks > 1 &<< shift { move(capacity: capacity, shift: shift + 1) }
    }

    @inline(never)
    private mutating func move(capacity size: Int, shift wider: Int) {
        let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: size &<< wider)
        larger.initialize(repeating: 0, count: size &<< wider)
        for index in 0..<count { (larger + index &<< wider).update(from: row(index), count: 1 &<< shift) }
        numbers.deallocate()
        numbers = larger
        capacity = size
        shift = wider
    }
}

/// Copies one row to another. Only the first `tasks` numbers can be other than zero.
@inline(__always)
func copy(_ clock: UnsafeMutablePointer<UInt32>, from other: UnsafePointer<UInt32>, tasks: Int) {
    // Eight at a time; a row has room for that.
    var done = 0
    repeat {
        UnsafeMutableRawPointer(clock + done).storeBytes(
            of: UnsafeRawPointer(other + done).loadUnaligned(as: SIMD8<UInt32>.self), as: SIMD8<UInt32>.self)
        done += 8
    } while done < tasks
}

/// The maximum for each task: what a task knows that knows both clocks.
@inline(__always)
func merge(_ clock: UnsafeMutablePointer<UInt32>, _ other: UnsafePointer<UInt32>, tasks: Int) {
    // Four at a time; a row has room for that. (No number is large enough to change a sign.)
    var done = 0
    repeat {
        let mine = UnsafeRawPointer(clock + done).loadUnaligned(as: SIMD4<Int32>.self)
        let its = UnsafeRawPointer(other + done).loadUnaligned(as: SIMD4<Int32>.self)
        UnsafeMutableRawPointer(clock + done).storeBytes(of: mine.replacing(with: its, where: its .> mine), as: SIMD4<Int32>.self)
        done += 4
    } while done < tasks
}
