/// The kinds of shared objects. A new primitive is registered here, and in `SharedObjects.visit`.
enum PrimitiveKind: UInt8 {
    /// It has no state of its own: a clock, or a step that stands for something.
    case plain
    case word, lock, condition, once, group, semaphore, workItem, occurrence, taskGroup, barrierPhase, pipe
    case queue, source, operation, operationQueue
}

/// The state of one kind of shared objects: a plain value, without tasks, clocks or I/O.
///
/// Its file has all about it: its state, its operations, which tasks it blocks and wakes, and what it orders.
protocol Primitive: BitwiseCopyable {
    static var kind: PrimitiveKind { get }
    /// The state of an object that no task has touched.
    init()
    /// Whether a task can make this operation now.
    func allows(_ operation: Operation, to task: Int) -> Bool
    /// The tasks that must act before the operation can be made.
    func holders(of operation: Operation) -> TaskSet
    /// The part of it that a task can see in passing, besides its version, in 33 bits (Execution+SpinLoops.swift).
    func visible(to task: Int, by kind: Operation.Kind) -> UInt64
    /// A contradiction in the state; nil: there is none.
    var contradiction: String? { get }
}

extension Primitive {
    func allows(_ operation: Operation, to task: Int) -> Bool { true }
    func holders(of operation: Operation) -> TaskSet { TaskSet() }
    func visible(to task: Int, by kind: Operation.Kind) -> UInt64 { 0 }
    var contradiction: String? { nil }
}

/// An object that tasks share: what all kinds have in common, and room for the state of one kind.
struct SharedObject: BitwiseCopyable {
    /// The state. (It comes first: its address is the object's.)
    private var room: InlineArray<10, UInt64> = .init(repeating: 0)
    /// The address of memory or, made odd, the address of something else.
    let key: UInt
    var kind = PrimitiveKind.plain
    /// Grows whenever what it protects may have changed.
    var version: UInt32 = 0
    /// Rows of the race detector: the clock released with it, and by readers; -1: none yet.
    var released: Int32 = -1
    var releasedByReaders: Int32 = -1
    /// The row of the search with what the runtime has ordered before it; -1: none yet.
    var ordered: Int32 = -1

    init(key: UInt) { self.key = key }

    static let roomForState = MemoryLayout<InlineArray<10, UInt64>>.size
}
