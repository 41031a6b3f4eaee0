import CInterposition
import Glibc

/// One execution of the explored program: runs its tasks one at a time, each on its own fiber, and lets the search choose the next task.
///
/// A task runs until its next operation is visible to other tasks. It announces the operation (`arrive`). Then a task is chosen that has
/// announced one: the same task or another. A chosen task makes its operation, records it (`commit`) and runs on. All of this happens on the
/// tasks' fibers. The thread that carries them continues only when the execution is over. The state is reached through pointers, because
/// another task may have changed any of it whenever `arrive` returns.
///
/// Each execution has an object of its own. So it begins with the same state each time, whatever happened before. All that
/// outlives it belongs to `exploration`.
final class Execution {
    /// The execution at work.
    nonisolated(unsafe) static var running: Unmanaged<Execution>?

    /// How an execution is made.
    struct Kind {
        /// Nothing in it counts.
        var isRehearsal = false
        /// Decides in place of the search.
        var guide: SchedulingStrategy?
        var log: ExecutionRecorder.Order?
        var recordsSteps = false
    }

    /// Its owner, the runner, frees it.
    private let state: UnsafeMutablePointer<ExplorationState>
    let guide: SchedulingStrategy?
    /// The guide, without counting references; and if it is partial-order sampling.
    let follows: Unmanaged<SchedulingStrategy>?
    let sampling: Unmanaged<PartialOrderSampling>?
    /// The reduced search decides.
    let isSearching: Bool
    let isRehearsing: Bool
    let isLogging: Bool
    let log: ExecutionRecorder?
    /// The steps, if they are recorded.
    var stepRecord: StepRecord?

    var tasks: TaskTable
    /// The running task.
    var current = 0

    // MARK: what tasks share

    var objects: SharedObjects
    /// The numbers of weakly referenced objects, by the tables that lead to them.
    var weaklyKnown: SeldomUsed<UInt, Int32>
    var queues: SharedQueues
    var syncs: Storage<SyncedItem>
    var notifications: Storage<Notification>
    var groupEntries: Storage<GroupEntry>
    var swiftTasks: SwiftTasks
    var operations: Storage<SharedOperation>
    var operationQueues: Storage<SharedOperationQueue>
    var dependencies: Storage<Dependency>
    /// The operation queue whose lock was acquired last.
    var latestOperationQueue = -1
    var sources: Storage<SharedSource>
    /// The program's blocks that sources hold.
    var keptBlocks: Storage<UInt>
    var barriers: SeldomUsed<UInt, ThreadBarrier>
    var readHolds: SeldomUsed<ReadHold, Int>
    /// The semaphore of the thread pool; -1: the pool is unlimited.
    var pool: Int32 = -1
    var process: ProcessLife

    // MARK: memory

    /// They lie at one place for all executions: so they need not be moved from one to the next.
    let watch: UnsafeMutablePointer<MemoryWatch>
    /// The released clocks of all tasks that have run a `deinit`.
    var deinitsReleased: Int32 = -1
    /// The latest word that was accessed with an order weaker than sequential consistency.
    var weakWord: UInt = 0
    var marks: [RaceDetector.Race] = []
    /// Whether a task has accessed another task's stack (Execution+StackSharing.swift).
    var hasMetStack = false

    // MARK: loops

    var uninstrumentedLoop = UninstrumentedLoop()
    var passedStates: [PassedState] = []
    var deferred: DeferredIterations
    var deferredOften = TaskSet()

    // MARK: choices

    /// The task of each step.
    var choices: Storage<UInt8>
    /// Departures from the default schedule.
    var made: Storage<Schedule.Departure>
    var preemptions = 0
    /// Steps that the running task has made in a row, and the step of the latest change.
    var consecutiveSteps = 0, lastEffect = 0
    /// Tasks that woke without a signal, and tasks that still can.
    var wokenSpuriously = TaskSet(), dozing = TaskSet()
    var onOwnExecutors = TaskSet()
    /// Waits that ended with their time limit, and whether what they waited for came much too late.
    var expiredLimits: [ExpiredLimit] = [], isMuchTooLate = false
    /// The cancellations of Swift tasks, if time limits are trusted: of which family, and when.
    var cancellations: [ExpiredLimit] = []
    /// Tasks that are about to end the process, and the exit code of the one that did.
    var leaving = TaskSet(), exitCode: Int?

    // MARK: its end

    var failures: [Failure] = []
    var thrownErrors: ThrownErrors
    var hasLastWork = false
    var mustStop = false, hasFinished = false
    /// Another execution uses its memory.
    private var isMemoryHandedOn = false

    /// - Parameter old: an execution that is over. Its memory is used again.
    init(of state: UnsafeMutablePointer<ExplorationState>, _ kind: Kind, reusing old: Execution? = nil) {
        self.state = state
        guide = kind.guide
        follows = kind.guide.map { Unmanaged.passUnretained($0) }
        sampling = (kind.guide as? PartialOrderSampling).map { Unmanaged.passUnretained($0) }
        isRehearsing = kind.isRehearsal
        isSearching = !kind.isRehearsal && kind.guide == nil
        isLogging = kind.log != nil && !kind.isRehearsal
        log = kind.log.map(ExecutionRecorder.init)
        stepRecord = kind.recordsSteps ? StepRecord() : nil
        process = ProcessLife(stepLimit: state.pointee.options.stepLimit)
        tasks = TaskTable(reusing: old?.tasks)
        objects = SharedObjects(reusing: old?.objects)
        weaklyKnown = .init(reusing: old?.weaklyKnown)
        barriers = .init(reusing: old?.barriers)
        readHolds = .init(reusing: old?.readHolds)
        queues = SharedQueues(reusing: old?.queues)
        syncs = Storage(reusing: old?.syncs)
        notifications = Storage(reusing: old?.notifications)
        groupEntries = Storage(reusing: old?.groupEntries)
        swiftTasks = SwiftTasks(reusing: old?.swiftTasks)
        operations = Storage(reusing: old?.operations)
        operationQueues = Storage(reusing: old?.operationQueues)
        dependencies = Storage(reusing: old?.dependencies)
        sources = Storage(reusing: old?.sources)
        keptBlocks = Storage(reusing: old?.keptBlocks)
        watch = MemoryWatch.made(at: old?.watch)
        deferred = DeferredIterations(reusing: old?.deferred)
        choices = Storage(reusing: old?.choices)
        made = Storage(reusing: old?.made)
        thrownErrors = ThrownErrors(reusing: old?.thrownErrors)
        old?.isMemoryHandedOn = true
    }

    var exploration: ExplorationState {
        @inline(__always) unsafeAddress { UnsafePointer(state) }
        @inline(__always) unsafeMutableAddress { state }
    }

    deinit {
        if isMemoryHandedOn { return }
        tasks.deallocate()
        objects.deallocate()
        weaklyKnown.deallocate()
        barriers.deallocate()
        readHolds.deallocate()
        queues.deallocate()
        syncs.deallocate()
        notifications.deallocate()
        groupEntries.deallocate()
        swiftTasks.deallocate()
        operations.deallocate()
        operationQueues.deallocate()
        dependencies.deallocate()
        sources.deallocate()
        keptBlocks.deallocate()
        watch.pointee.deallocate()
        watch.deallocate()
        deferred.deallocate()
        choices.deallocate()
        made.deallocate()
        thrownErrors.deallocate()
    }
}
