/// A growing row of plain values that is reused from execution to execution. Whoever holds it frees it; it knows neither references nor checks.
struct Storage<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 64) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    func deallocate() { base.deallocate() }

    subscript(index: Int) -> Element {
        unsafeAddress { UnsafePointer(base + index) }
        nonmutating unsafeMutableAddress { base + index }
    }

    mutating func append(_ element: Element) {
        if count == capacity { grow(to: capacity * 2) }
        (base + count).initialize(to: element)
        count += 1
    }

    /// Makes room for `size` elements, of which the new ones hold whatever was there.
    mutating func extend(to size: Int) {
        if size > capacity { grow(to: max(size, capacity * 2)) }
        count = size
    }

    mutating func removeAll() { count = 0 }
    mutating func removeLast() { count -= 1 }

    private mutating func grow(to size: Int) {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: size)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
        capacity = size
    }
}

/// A row for each of some things, with a number in it for each task: clocks.
struct ClockRows {
    static let width = TaskSet.capacity
    private(set) var numbers = Storage<UInt32>(capacity: 64 * ClockRows.width)
    private(set) var count = 0
    /// How many numbers of each row are in use: as many as there are tasks, or some more.
    private(set) var used = 8

    func deallocate() { numbers.deallocate() }
    @inline(__always)
    func row(_ index: Int) -> UnsafeMutablePointer<UInt32> { numbers.base + index * Self.width }

    mutating func removeAll() {
        count = 0
        used = 8
    }

    /// There are so many tasks now: none of the rows knows anything of the new ones.
    mutating func widen(to tasks: Int) {
        while used < tasks {
            for index in 0..<count { (row(index) + used).update(repeating: 0, count: 8) }
            used += 8
        }
    }

    /// Adds a row of zeros.
    mutating func append() -> Int {
        extend(to: count + 1)
        row(count - 1).update(repeating: 0, count: used)
        return count - 1
    }

    mutating func extend(to size: Int) {
        if size * Self.width > numbers.count { numbers.extend(to: size * Self.width) }
        count = size
    }
}

/// Makes one row, or a part of it that is a multiple of eight, the same as another.
@inline(__always)
func copy(_ clock: UnsafeMutablePointer<UInt32>, from other: UnsafePointer<UInt32>, used: Int) {
    var done = 0
    repeat {
        UnsafeMutableRawPointer(clock + done).storeBytes(
            of: UnsafeRawPointer(other + done).loadUnaligned(as: SIMD8<UInt32>.self), as: SIMD8<UInt32>.self)
        done += 8
    } while done < used
}

/// Whatever is later, of each task: what is known to somebody who knows both.
@inline(__always)
func merge(_ clock: UnsafeMutablePointer<UInt32>, _ other: UnsafePointer<UInt32>, tasks: Int) {
    for task in 0..<tasks where other[task] > clock[task] { clock[task] = other[task] }
}
