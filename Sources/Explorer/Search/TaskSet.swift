/// A set of tasks, which are numbered in the order of their creation.
///
/// Four words. Few programs have more than 64 tasks, so the first word is read first, and the
/// others only if it does not answer.
struct TaskSet: TaskNumbers, Equatable {
    /// The most tasks in an execution: the number of values of a byte.
    static let capacity = 256

    private var low: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    private var fourth: UInt64 = 0

    @inline(__always)
    init() {}

    @inline(__always)
    init(_ task: Int) { insert(task) }

    /// The tasks with the lowest numbers: all of them if there are at most 64.
    var few: FewTasks { FewTasks(bits: low) }

    var isEmpty: Bool { @inline(__always) get { low | second | third | fourth == 0 } }

    @inline(__always)
    func isJust(_ task: Int) -> Bool { self == TaskSet(task) }

    var count: Int { low.nonzeroBitCount + second.nonzeroBitCount + third.nonzeroBitCount + fourth.nonzeroBitCount }

    /// The task with the lowest number; meaningless when the set is empty.
    var first: Int {
        @inline(__always) get {
            if low != 0 { return low.trailingZeroBitCount }
            if second != 0 { return 64 + second.trailingZeroBitCount }
            return third != 0 ? 128 + third.trailingZeroBitCount : 192 + fourth.trailingZeroBitCount
        }
    }

    @inline(__always)
    func contains(_ task: Int) -> Bool {
        let word = task < 64 ? low : task < 128 ? second : task < 192 ? third : fourth
        return word & Self.bit(task) != 0
    }

    @inline(__always)
    mutating func insert(_ task: Int) { change(task) { $0 |= $1 } }

    @inline(__always)
    mutating func remove(_ task: Int) { change(task) { $0 &= ~$1 } }

    @inline(__always)
    private static func bit(_ task: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: task) }

    /// Changes the word that holds a task, at the task's bit.
    @inline(__always)
    private mutating func change(_ task: Int, _ change: (inout UInt64, UInt64) -> Void) {
        let bit = Self.bit(task)
        if task < 64 {
            change(&low, bit)
        } else if task < 128 {
            change(&second, bit)
        } else if task < 192 {
            change(&third, bit)
        } else {
            change(&fourth, bit)
        }
    }

    @inline(__always)
    func union(_ other: TaskSet) -> TaskSet { combined(with: other) { $0 | $1 } }

    @inline(__always)
    func intersection(_ other: TaskSet) -> TaskSet { combined(with: other) { $0 & $1 } }

    @inline(__always)
    func subtracting(_ other: TaskSet) -> TaskSet { combined(with: other) { $0 & ~$1 } }

    @inline(__always)
    private func combined(with other: TaskSet, _ combine: (UInt64, UInt64) -> UInt64) -> TaskSet {
        var result = TaskSet()
        result.low = combine(low, other.low)
        result.second = combine(second, other.second)
        result.third = combine(third, other.third)
        result.fourth = combine(fourth, other.fourth)
        return result
    }

    /// Removes the task with the lowest number and returns it.
    @inline(__always)
    mutating func popFirst() -> Int? {
        if low != 0 {
            let task = low.trailingZeroBitCount
            low &= low &- 1
            return task
        }
        if isEmpty { return nil }
        let task = first
        remove(task)
        return task
    }
}

/// Task numbers that are iterated one by one.
protocol TaskNumbers: BitwiseCopyable {
    /// Removes the task with the lowest number and returns it; nil: none is left.
    mutating func popFirst() -> Int?
    mutating func remove(_ task: Int)
}

/// Some of the first 64 tasks, in one word: for work done at each step.
struct FewTasks: TaskNumbers, Equatable {
    static let capacity = 64
    private var bits: UInt64

    @inline(__always)
    init(bits: UInt64 = 0) { self.bits = bits }

    @inline(__always)
    init(_ task: Int) { bits = Self.bit(task) }

    var isEmpty: Bool { @inline(__always) get { bits == 0 } }
    /// The task with the lowest number; meaningless when there is none.
    var first: Int { @inline(__always) get { bits.trailingZeroBitCount } }

    @inline(__always)
    func contains(_ task: Int) -> Bool { bits & Self.bit(task) != 0 }

    @inline(__always)
    mutating func insert(_ task: Int) { bits |= Self.bit(task) }

    @inline(__always)
    mutating func remove(_ task: Int) { bits &= ~Self.bit(task) }

    @inline(__always)
    mutating func popFirst() -> Int? {
        if bits == 0 { return nil }
        defer { bits &= bits &- 1 }
        return first
    }

    @inline(__always)
    private static func bit(_ task: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: task) }
}
