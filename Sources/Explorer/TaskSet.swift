/// A set of tasks, which are numbered in the order of their creation.
struct TaskSet: Equatable {
    /// How many tasks an execution may have.
    static let capacity = 64

    private(set) var bits: UInt64 = 0

    init() {}
    init(_ task: Int) { bits = 1 << UInt64(truncatingIfNeeded: task) }
    private init(bits: UInt64) { self.bits = bits }

    var isEmpty: Bool { bits == 0 }
    var count: Int { bits.nonzeroBitCount }
    /// The task with the lowest number; meaningless when the set is empty.
    var first: Int { bits.trailingZeroBitCount }

    func contains(_ task: Int) -> Bool { bits &>> UInt64(truncatingIfNeeded: task) & 1 != 0 }
    mutating func insert(_ task: Int) { bits |= 1 &<< UInt64(truncatingIfNeeded: task) }
    mutating func remove(_ task: Int) { bits &= ~(1 &<< UInt64(truncatingIfNeeded: task)) }
    func union(_ other: TaskSet) -> TaskSet { TaskSet(bits: bits | other.bits) }
    func intersection(_ other: TaskSet) -> TaskSet { TaskSet(bits: bits & other.bits) }
    func subtracting(_ other: TaskSet) -> TaskSet { TaskSet(bits: bits & ~other.bits) }

    /// The one with the lowest number, taken out of the set.
    mutating func popFirst() -> Int? {
        if bits == 0 { return nil }
        let task = first
        bits &= bits &- 1
        return task
    }
}
