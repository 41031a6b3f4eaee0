import CInterposition

/// The fibers of tasks with their stacks, by the tasks' numbers: later executions use them again.
struct TaskStacks {
    private struct Bounds: BitwiseCopyable {
        var bottom: UInt = 0
        var top: UInt = 0
    }

    let fibers = UnsafeMutablePointer<OpaquePointer?>.allocate(capacity: TaskSet.capacity)
    private let bounds = UnsafeMutablePointer<Bounds>.allocate(capacity: TaskSet.capacity)
    /// All stacks lie between these.
    private var lowest = UInt.max, highest: UInt = 0
    /// Whether a task has accessed another task's stack, in any execution (Execution+StackSharing.swift).
    var areShared = false

    init() {
        fibers.initialize(repeating: nil, count: TaskSet.capacity)
        bounds.initialize(repeating: Bounds(), count: TaskSet.capacity)
    }

    func deallocate() {
        fibers.deallocate()
        bounds.deallocate()
    }

    /// Makes a fiber for a task, if an earlier execution has left none.
    /// - Returns: false if the system has no more memory.
    @inline(__always)
    mutating func provide(for task: Int, size: Int) -> Bool { fibers[task] != nil || make(for: task, size: size) }

    @inline(never)
    private mutating func make(for task: Int, size: Int) -> Bool {
        guard let fiber = interleave_fiber_make(size) else { return false }
        fibers[task] = fiber
        bounds[task] = Bounds(bottom: interleave_fiber_bottom(fiber), top: interleave_fiber_top(fiber))
        lowest = min(lowest, bounds[task].bottom)
        highest = max(highest, bounds[task].top)
        return true
    }

    /// The task did not end: its stack is in use.
    func discard(_ task: Int) {
        if let fiber = fibers[task] { interleave_fiber_discard(fiber) }
        fibers[task] = nil
    }

    func discardAll() { for task in 0..<TaskSet.capacity { discard(task) } }

    @inline(__always)
    func top(of task: Int) -> UInt { bounds[task].top }

    /// Whether an address may be on a stack.
    @inline(__always)
    func mayContain(_ address: UInt) -> Bool { address &- lowest < highest &- lowest }

    @inline(__always)
    func isOnStack(of task: Int, _ address: UInt) -> Bool { address >= bounds[task].bottom && address < bounds[task].top }
}
