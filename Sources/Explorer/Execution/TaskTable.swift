/// A task of one execution: a thread, a block, an operation, or a job of a Swift task.
struct ExploredTask: BitwiseCopyable {
    /// `gone`: the process ended before the task did.
    enum State: UInt8 { case alive, finished, trapped, gone }

    typealias Function = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

    var state = State.alive
    /// Its code; and its argument, later its result.
    var function: Function?
    var context: UnsafeMutableRawPointer?
    /// The item that it runs.
    var job: Execution.Job
    /// If it is a timer, or sleeps: when that is over.
    var timing = Execution.Timing()
    /// The work item that it is running.
    var performing: UInt = 0
    /// The actor or main queue that its Swift task runs on; -1: none.
    var executor: Int32 = -1
    /// The objects whose `deinit` it is running (Execution+References.swift).
    var deinits = Execution.Deinits()
    /// Its reads since it was last at its loop head (Execution+SpinLoops.swift).
    var loop = Execution.LoopIteration()
    /// The number of its changes, and of its possible waits.
    var effects = 0
    var stepCount = 0

    @inline(__always)
    init(_ function: Function?, _ context: UnsafeMutableRawPointer?, _ job: Execution.Job) {
        self.function = function
        self.context = context
        self.job = job
    }
}

/// The tasks of one execution, numbered in the order of their creation.
///
/// Invariant: `alive` has exactly the tasks whose state is `alive`.
struct TaskTable {
    private let records: UnsafeMutablePointer<ExploredTask>
    /// The next operation of each task. (They lie apart from the records, because each step reads those of all tasks.)
    let pending: UnsafeMutablePointer<Operation>
    /// For each task, room for the objects of its deinits. (Few tasks need it, and it is large.)
    let deinitObjects: UnsafeMutablePointer<Execution.Deinit>
    private(set) var count = 0
    private(set) var alive = TaskSet()

    /// An empty table, in the memory of one that is over.
    @inline(__always)
    init(reusing old: TaskTable?) {
        if let old {
            (records, pending, deinitObjects) = (old.records, old.pending, old.deinitObjects)
            return
        }
        records = .allocate(capacity: TaskSet.capacity)
        records.initialize(repeating: ExploredTask(nil, nil, Execution.Job()), count: TaskSet.capacity)
        pending = .allocate(capacity: TaskSet.capacity)
        pending.initialize(repeating: Operation(kind: .begin), count: TaskSet.capacity)
        deinitObjects = .allocate(capacity: TaskSet.capacity * Execution.Deinits.most)
        deinitObjects.initialize(repeating: Execution.Deinit(), count: TaskSet.capacity * Execution.Deinits.most)
    }

    func deallocate() {
        records.deallocate()
        pending.deallocate()
        deinitObjects.deallocate()
    }

    subscript(task: Int) -> ExploredTask {
        unsafeAddress { UnsafePointer(records + task) }
        nonmutating unsafeMutableAddress { records + task }
    }

    /// Adds a task, which is alive, and is about to make this operation.
    @inline(__always)
    mutating func add(_ task: ExploredTask, _ operation: Operation) {
        (records + count).initialize(to: task)
        (pending + count).initialize(to: operation)
        alive.insert(count)
        count += 1
    }

    /// A task is over.
    @inline(__always)
    mutating func end(_ task: Int, as state: ExploredTask.State) {
        records[task].state = state
        alive.remove(task)
    }

    /// A contradiction in the table; nil: there is none.
    var contradiction: String? {
        for task in 0..<count where alive.contains(task) != (records[task].state == .alive) {
            return "task \(task) is \(records[task].state), and the set of alive tasks says otherwise"
        }
        return alive.count <= count ? nil : "a task is alive that was never made"
    }
}
