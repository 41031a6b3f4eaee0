import CInterposition
import Glibc

/// Runs a program's tasks one at a time, each on its own fiber, and lets the search choose the next task.
///
/// A task runs until its next operation is visible to other tasks. It announces the operation (`arrive`). The engine then chooses a task
/// that has announced one: the same task or another. A chosen task makes its operation, records it (`commit`) and runs on. All of this
/// happens on the tasks' fibers. The thread that carries them continues only when an execution is over. The engine's state is reached
/// through pointers, because another task may have changed any of it whenever `arrive` returns.
final class Engine {
    /// `gone`: the process ended before the task did.
    enum State: UInt8 { case alive, finished, trapped, gone }

    /// The engine at work: at most one in a process, since it takes over the process's symbols.
    nonisolated(unsafe) static var running: Unmanaged<Engine>?
    nonisolated(unsafe) private static let turn: UnsafeMutablePointer<pthread_mutex_t> = {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        return mutex
    }()

    let options: ExplorationOptions
    var body: () -> Void = {}
    /// Runs after all tasks have finished, as a last task that is ordered after all others.
    var lastWork: (() -> Void)?
    var hasLastWork = false
    /// Decides in place of the search.
    var guide: SchedulingStrategy? {
        didSet {
            follows = guide.map { Unmanaged.passUnretained($0) }
            sampling = (guide as? PartialOrderSampling).map { Unmanaged.passUnretained($0) }
        }
    }
    /// The guide, where that is partial-order sampling.
    private(set) var sampling: Unmanaged<PartialOrderSampling>?
    private(set) var follows: Unmanaged<SchedulingStrategy>?
    var search: Search
    var objects = SharedObjects()
    var detector: RaceDetector

    // MARK: tasks, by their numbers

    let fibers = UnsafeMutablePointer<OpaquePointer?>.allocate(capacity: TaskSet.capacity)
    let pending = UnsafeMutablePointer<Operation>.allocate(capacity: TaskSet.capacity)
    let states = UnsafeMutablePointer<State>.allocate(capacity: TaskSet.capacity)
    typealias TaskFunction = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    let functions = UnsafeMutablePointer<TaskFunction?>.allocate(capacity: TaskSet.capacity)
    let contexts = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: TaskSet.capacity)
    /// The objects whose `deinit` each task is running, and how deep it is in unchecked code (Engine+References.swift).
    let endings = UnsafeMutablePointer<Endings>.allocate(capacity: TaskSet.capacity)
    let endingObjects = UnsafeMutablePointer<Ending>.allocate(capacity: TaskSet.capacity * Endings.most)
    var references = WordTable()
    /// The released clocks of all tasks that have run a `deinit`.
    var endingsReleased: Int32 = -1, finalReleases = FinalReleases()
    let jobs = UnsafeMutablePointer<Job>.allocate(capacity: TaskSet.capacity)
    let timings = UnsafeMutablePointer<Timing>.allocate(capacity: TaskSet.capacity)
    /// The work item that each task is running.
    let performing = UnsafeMutablePointer<UInt>.allocate(capacity: TaskSet.capacity)
    /// The time that has passed for each task by sleeping and waiting, and the number of its possible waits.
    let localTime = UnsafeMutablePointer<UInt64>.allocate(capacity: TaskSet.capacity)
    /// The watchdog reads these.
    let stepsOfAll = Watchdog.steps
    let stepsMade = UnsafeMutablePointer<Int>.allocate(capacity: TaskSet.capacity)
    /// The reads of each task since its loop head (Engine+SpinLoops.swift), its number of changes, and the bounds of its stack.
    let rounds = UnsafeMutablePointer<LoopIteration>.allocate(capacity: TaskSet.capacity)
    let effects = UnsafeMutablePointer<Int>.allocate(capacity: TaskSet.capacity)
    let stackBottoms = UnsafeMutablePointer<UInt>.allocate(capacity: TaskSet.capacity)
    let stackTops = UnsafeMutablePointer<UInt>.allocate(capacity: TaskSet.capacity)
    /// All stacks lie between these. Whether a task has accessed another task's stack, in any execution or in this one
    /// (Engine+StackSharing.swift).
    var lowestStack = UInt.max, highestStack: UInt = 0
    var stacksAreShared = false, hasMetStack = false
    var statusLocks = TaskStatusLocks()
    var quiet = UninstrumentedLoop()
    /// Steps that the running task has made in a row, and the step of the latest change.
    var consecutiveSteps = 0, lastEffect = 0, passedStates: [PassedState] = []
    var taskCount = 0, current = 0
    var alive = TaskSet()

    // MARK: queues and groups (Engine+Queues.swift, Engine+Meeting.swift)

    var queues = SharedQueues()
    var syncs = Storage<SyncedItem>()
    var notifications = Storage<Notification>()
    var groupEntries = Storage<GroupEntry>()

    // MARK: Swift's tasks (Engine+Tasks.swift)
    var swiftTasks = SwiftTasks()
    /// For each task: the actor or main queue that its Swift task runs on; -1: none.
    let executors = UnsafeMutablePointer<Int32>.allocate(capacity: TaskSet.capacity)
    /// The explored function runs as the first Swift task.
    var isAsynchronous = false
    /// Whether the process still lives (Engine+Program.swift).
    var process = ProcessLife()
    // MARK: Foundation's operations (Engine+Operations.swift)

    var operations = Storage<SharedOperation>()
    var operationQueues = Storage<SharedOperationQueue>(), dependencies = Storage<Dependency>()
    /// The operation queue whose lock was acquired last.
    var latestOperationQueue = -1

    // MARK: what few programs use

    var fences = Fences(), barriers: [UInt: ThreadBarrier] = [:], readHolds: [ReadHold: Int] = [:], rests = Rests()
    var rested = TaskSet(), onOwnExecutors = TaskSet()

    // MARK: dispatch sources (Engine+Sources.swift)

    var sources = Storage<SharedSource>()
    /// The program's blocks that sources hold.
    var keptBlocks = Storage<UInt>()

    // MARK: the present execution

    /// The task of each step; and the steps, while they are recorded.
    var choices = Storage<UInt8>(), stepRecord: StepRecord?
    /// The saved values of the program's variables (Engine+Variables.swift), and the variables that are saved as a whole.
    var journal = Storage<Saved>(), savedVariables = WordTable()
    /// Known as soon as the engine has taken control.
    private(set) var variables = ProgramVariables.none
    /// Departures from the default schedule.
    var made = Storage<Schedule.Departure>()
    var preemptions = 0
    /// The log, if one is wanted.
    var log: ExecutionRecorder?
    var isLogging = false
    /// The reduced search decides.
    var isSearching = false, isRehearsing = false
    var failures: [Failure] = [], thrownErrors = ThrownErrors(), freshMemory = FreshMemory()
    var hasFinished = false, hasRefused = false, hasMetStrays = false
    var exceededSteps = false
    /// Loops were followed for some iterations only, or were wrongly taken for waits: the search is not complete.
    var hasCutShort = false
    var hasCutTicks = false, hasCutRests = false
    /// Whether an execution has accessed several words with orders weaker than sequential consistency, and the latest such word.
    var hasWeakOrders = false, weakWord: UInt = 0
    /// The semaphore of the thread pool; -1: the pool is unlimited. Tasks that woke without a signal, and tasks that still can.
    var pool: Int32 = -1
    var wokenSpuriously = TaskSet(), dozing = TaskSet()
    /// Tasks that are about to end the process, and the exit code of the one that did.
    var mustStop = false, leaving = TaskSet(), exitCode: Int?
    // MARK: races (Engine+Memory.swift)

    /// Places in the code whose accesses count as steps.
    var places = WordTable()
    /// The combined marks of all places: a place whose mark is not included does not count.
    var placesMark: UInt64 = 0
    var placeList: [UInt] = []
    var newPlaces: Set<UInt> = []
    var knownRaces = WordTable()
    var racedWords = Storage<UInt>()
    var marks: [RaceDetector.Race] = []

    init(options: ExplorationOptions) {
        self.options = options
        detector = RaceDetector(elapsed: localTime)
        search = Search(reduction: options.isBruteForce ? .none : .dynamic)
        fibers.initialize(repeating: nil, count: TaskSet.capacity)
        states.initialize(repeating: .finished, count: TaskSet.capacity)
        pending.initialize(repeating: Operation(kind: .begin), count: TaskSet.capacity)
        functions.initialize(repeating: nil, count: TaskSet.capacity)
        contexts.initialize(repeating: nil, count: TaskSet.capacity)
        endings.initialize(repeating: Endings(), count: TaskSet.capacity)
        endingObjects.initialize(repeating: Ending(), count: TaskSet.capacity * Endings.most)
        jobs.initialize(repeating: Job(), count: TaskSet.capacity)
        timings.initialize(repeating: Timing(), count: TaskSet.capacity)
        performing.initialize(repeating: 0, count: TaskSet.capacity)
        localTime.initialize(repeating: 0, count: TaskSet.capacity)
        stepsMade.initialize(repeating: 0, count: TaskSet.capacity)
        executors.initialize(repeating: -1, count: TaskSet.capacity)
        rounds.initialize(repeating: LoopIteration(), count: TaskSet.capacity)
        effects.initialize(repeating: 0, count: TaskSet.capacity)
        stackBottoms.initialize(repeating: 0, count: TaskSet.capacity)
        stackTops.initialize(repeating: 0, count: TaskSet.capacity)
    }

    deinit {
        search.deallocate()
        objects.deallocate()
        detector.deallocate()
        choices.deallocate()
        made.deallocate()
        journal.deallocate()
        savedVariables.deallocate()
        places.deallocate()
        knownRaces.deallocate()
        racedWords.deallocate()
        fibers.deallocate()
        pending.deallocate()
        states.deallocate()
        functions.deallocate()
        contexts.deallocate()
        endings.deallocate()
        endingObjects.deallocate()
        references.deallocate()
        finalReleases.deallocate()
        jobs.deallocate()
        timings.deallocate()
        performing.deallocate()
        localTime.deallocate()
        stepsMade.deallocate()
        rounds.deallocate()
        effects.deallocate()
        stackBottoms.deallocate()
        stackTops.deallocate()
        queues.deallocate()
        syncs.deallocate()
        notifications.deallocate()
        groupEntries.deallocate()
        swiftTasks.deallocate()
        executors.deallocate()
        operations.deallocate()
        operationQueues.deallocate()
        dependencies.deallocate()
        sources.deallocate()
        keptBlocks.deallocate()
        thrownErrors.deallocate()
        freshMemory.deallocate()
        fences.deallocate()
        rests.deallocate()
    }

    /// Waits until no other engine explores in this process, and takes over the symbols.
    func begin() {
        pthread_mutex_lock(Self.turn)
        Self.running = Unmanaged.passUnretained(self)
        interleave_use_threads(options.usesThreads)
        interleave_scatter_memory(options.scattersMemory)
        interleave_set_control(
            options.strategy == .strictPriorities
                ? options.looksAtMemory ? Self.controlOfProcessor : Self.controlOfProcessorWithoutMemory
                : options.looksAtMemory ? Self.control : Self.controlWithoutMemory)
        variables = .all
    }

    func end() {
        for task in 0..<TaskSet.capacity {
            if let fiber = fibers[task] { interleave_fiber_discard(fiber) }
            fibers[task] = nil
        }
        interleave_set_control(nil)
        Self.running = nil
        pthread_mutex_unlock(Self.turn)
    }

    // MARK: executions

    /// Makes one execution.
    /// - Parameter isRehearsal: nothing in this execution counts.
    func run(isRehearsal: Bool = false) {
        isRehearsing = isRehearsal
        isSearching = !isRehearsal && guide == nil
        isLogging = log != nil && !isRehearsal
        interleave_log_memory(isLogging)
        interleave_keep_freed_memory(options.keepsFreedMemory || !placeList.isEmpty)
        made.removeAll()
        preemptions = 0
        objects.removeAll()
        queues.removeAll()
        syncs.removeAll()
        notifications.removeAll()
        groupEntries.removeAll()
        swiftTasks.removeAll()
        forgetOperations()
        sources.removeAll()
        forgetParticulars()
        detector.removeAll()
        references.removeAll()
        endingsReleased = -1
        finalReleases.removeAll()
        thrownErrors.removeAll()
        freshMemory.removeAll()
        search.beginExecution()
        choices.removeAll()
        racedWords.removeAll()
        (failures, marks) = ([], [])
        (taskCount, alive, current) = (0, TaskSet(), 0)
        (hasFinished, mustStop) = (false, false)
        weakWord = 0
        hasLastWork = false
        renewProcess()
        quiet = UninstrumentedLoop()
        (consecutiveSteps, lastEffect) = (0, 0)
        passedStates.removeAll(keepingCapacity: true)
        wokenSpuriously = TaskSet()
        dozing = TaskSet()
        beginStackTracking()
        openPool()
        let runsBody: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
            Engine.running?._withUnsafeGuaranteedRef { $0.body() }
            return nil
        }
        guard addTask(parent: nil, runsBody, nil) != nil else {
            refuse("a new thread: the system has no more threads", place: 0)
            return
        }
        let first = next()
        current = first
        interleave_fiber_switch(nil, fibers[first])
        settleRecord()
        let stray = interleave_take_stray()
        if stray != 0 {
            // A task that seemed stuck may have been waiting for that thread.
            failures = failures.filter { !$0.isBlockingFailure }
            hasMetStrays = true
            refuse("code on a thread that the explorer did not start (started by a library or an operation queue)", place: stray)
        }
        if isSearching && (!mustStop || exitCode != nil) && !search.isBlocked {
            for task in 0..<taskCount where states[task] == .alive { search.analysePending(pending[task], of: task) }
        }
        if search.isBlocked && !failures.isEmpty { dropRacesOfBlockedExecution() }
        // Fibers of tasks that did not end are discarded.
        for task in 0..<taskCount where states[task] != .finished && jobs[task].usesStack {
            if let fiber = fibers[task] { interleave_fiber_discard(fiber) }
            fibers[task] = nil
        }
        interleave_renew_operation_queues()
        interleave_free_kept()
        releaseBlocks()
        restoreVariables()
    }

    /// - Returns: the new task's number; nil if there can be no more tasks.
    func addTask(
        parent: Int?, _ function: @escaping TaskFunction, _ context: UnsafeMutableRawPointer?, job: Job = Job(),
        operation: Operation = Operation(kind: .begin)
    ) -> Int? {
        let task = taskCount
        guard task < (hasLastWork ? TaskSet.capacity : Self.mostTasks) else { return nil }
        if fibers[task] == nil {
            guard let fiber = interleave_fiber_make(task == 0 ? options.firstStackSize : options.stackSize) else { return nil }
            fibers[task] = fiber
            note(stackOf: task, fiber)
        }
        stepRecord?.noteBirth(of: task, parent)
        functions[task] = function
        contexts[task] = context
        endings[task] = Endings()
        jobs[task] = job
        performing[task] = 0
        localTime[task] = parent.map { localTime[$0] } ?? 0
        stepsMade[task] = 0
        executors[task] = -1
        rests.begin(task)
        rounds[task].clear()
        effects[task] = 0
        lastEffect = choices.count
        states[task] = .alive
        pending[task] = operation
        if statusLocks.isWatched { noteStatusLock(&pending[task], of: task) }
        alive.insert(task)
        taskCount += 1
        if isLogging { nameTask(task) }
        if isSearching { search.addTask(parent: parent) }
        detector.addTask(parent: parent)
        let maker: OpaquePointer? = if let parent { fibers[parent] } else { nil }
        interleave_fiber_prepare(fibers[task], maker, { _ in Engine.running?._withUnsafeGuaranteedRef { $0.runTask() } }, nil)
        return task
    }

    /// The whole life of a task, on its fiber. Never returns.
    func runTask() {
        let me = current, place = pending[me].place
        jobs[me].usesStack = true
        interleave_forget_calls()
        if jobs[me].operation >= 0 { orderOperation(me) }
        commit(pending[me])
        if jobs[me].tick >= 0 {
            manage(me, place: place)
            leave(me, as: .finished)
        }
        if jobs[me].isTimer {
            fire(me, place: place)
            visit(begin(jobs[me], place: place))
        }
        jobs[me].hasBegun = true
        if jobs[me].source >= 0 { beginTurn(me) }
        let job = jobs[me]
        let isItem = (job.source < 0 || contexts[me] != nil) && (job.queue >= 0 || job.how != ExecutionRecorder.How.async.rawValue)
        if isLogging && isItem { logItem(.itemBegan, item(me), job) }
        if job.queue >= 0 { acquire(job.queue, isBarrier: job.isBarrier) }
        if job.operation >= 0 { acquireOperation(me) }
        performing[me] = job.work
        if needsWorker(job) { takeWorker(place: place) }
        if job.isOfRuntime { beginStretch() }
        contexts[me] = interleave_run(functions[me], contexts[me])
        interleave_end_thread()
        jobs[me].hasEnded = true
        giveWorkerBack(place: place)
        if job.isOfRuntime { leaveExecutor(place: place) }
        if isLogging && job.isOfRuntime { endStray() }
        let isOpen = isItem && job.operation < 0 && jobs[me].queue == job.queue
        if isLogging && isOpen && log?.haveLeft.contains(me) == false { logItem(.itemEnded, item(me), job) }
        if job.source >= 0 { endTurn(me, place: place) }
        if job.group >= 0 { leave(group: job.group, isManual: false, place: place) }
        if jobs[me].queue >= 0 { endItem(job, wasSync: false, place: place) }
        if me == 0 && !process.hasEnded { freeMainQueue() }
        leave(me, as: .finished)
    }
}
