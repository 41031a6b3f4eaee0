import CInterposition
import Glibc

/// Runs a program's tasks one at a time, each on a fiber, and lets the search decide who goes next.
///
/// A task runs until it is about to do something that others can notice. It then says what that is (`arrive`), and whoever is chosen goes on: it, or
/// another that stands at such a point. When its turn comes, the operation can be made: it is made, recorded (`commit`), and the task runs on.
/// All of this happens on the tasks' own fibers; the thread that carries them gets a turn only when an execution is over. The engine is a class
/// whose state lies behind pointers, because another task may have changed any of it whenever `arrive` returns.
final class Engine {
    /// What is gone went with the process, whose end came before its own.
    enum State: UInt8 { case alive, finished, trapped, gone }

    /// The one that is at work: there is one at a time in a process, since it takes over the process's symbols.
    nonisolated(unsafe) static var running: Unmanaged<Engine>?
    nonisolated(unsafe) private static let turn: UnsafeMutablePointer<pthread_mutex_t> = {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        return mutex
    }()

    let options: ExplorationOptions
    var body: () -> Void = {}
    /// What is done once all tasks have come to their end: by the last task, which is ordered after all others.
    var lastWork: (() -> Void)?
    var hasLastWork = false
    /// Decides in place of the search.
    var guide: Guide? {
        didSet {
            follows = guide.map { Unmanaged.passUnretained($0) }
            sampling = (guide as? PartialOrderSampling).map { Unmanaged.passUnretained($0) }
        }
    }
    /// The guide, where that is partial-order sampling.
    private(set) var sampling: Unmanaged<PartialOrderSampling>?
    private(set) var follows: Unmanaged<Guide>?
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
    /// Which objects each is bringing to their end, and how deep it is in code that is not to be checked (Engine+References.swift).
    let endings = UnsafeMutablePointer<Endings>.allocate(capacity: TaskSet.capacity)
    let endingObjects = UnsafeMutablePointer<Ending>.allocate(capacity: TaskSet.capacity * Endings.most)
    var references = WordTable()
    /// What all who have brought an object to its end had done before.
    var endingsReleased: Int32 = -1, lastOwners = LastOwners()
    let jobs = UnsafeMutablePointer<Job>.allocate(capacity: TaskSet.capacity)
    let timings = UnsafeMutablePointer<Timing>.allocate(capacity: TaskSet.capacity)
    /// The work item that each runs just now.
    let performing = UnsafeMutablePointer<UInt>.allocate(capacity: TaskSet.capacity)
    /// How much time has passed for each by sleeping and waiting, and how often it might have waited.
    let localTime = UnsafeMutablePointer<UInt64>.allocate(capacity: TaskSet.capacity)
    /// What the watchdog looks at.
    let stepsOfAll = Watchdog.steps
    let stepsMade = UnsafeMutablePointer<Int>.allocate(capacity: TaskSet.capacity)
    /// What each has seen since it was last at its mark (Engine+Rounds.swift), how often it has changed anything, and the ends of its stack.
    let rounds = UnsafeMutablePointer<Round>.allocate(capacity: TaskSet.capacity)
    let effects = UnsafeMutablePointer<Int>.allocate(capacity: TaskSet.capacity)
    let stackBottoms = UnsafeMutablePointer<UInt>.allocate(capacity: TaskSet.capacity)
    let stackTops = UnsafeMutablePointer<UInt>.allocate(capacity: TaskSet.capacity)
    /// Between these lie all stacks. Whether a task has touched another's, in any execution or in this one (Engine+Stacks.swift).
    /// And whether one has waited for a Swift task's records, and behind which steps (Engine+Records.swift).
    var lowestStack = UInt.max, highestStack: UInt = 0
    var stacksAreShared = false, hasMetStack = false, watchesRecords = false, needs: Set<UInt> = [], newNeeds: Set<UInt> = []
    var quiet = Quiet()
    /// Steps that the running task has made without another in between, and the step at which something was last changed.
    var inARow = 0, lastEffect = 0
    var taskCount = 0, current = 0
    var alive = TaskSet()

    // MARK: queues and groups (Engine+Queues.swift, Engine+Meeting.swift)

    var queues = SharedQueues()
    var syncs = Storage<SyncedItem>()
    var notifications = Storage<Notification>()
    var groupEntries = Storage<GroupEntry>()

    // MARK: Swift's tasks (Engine+Tasks.swift)
    var swiftTasks = SwiftTasks()
    /// Of each task: the actor, or the main queue, that the Swift task that it runs is on; -1: none.
    let executors = UnsafeMutablePointer<Int32>.allocate(capacity: TaskSet.capacity)
    /// The function that is explored runs as the first Swift task.
    var isAsynchronous = false
    /// Whether the process still lives (Engine+Program.swift).
    var process = ProcessLife()
    // MARK: Foundation's operations (Engine+Operations.swift)

    var operations = Storage<SharedOperation>()
    var operationQueues = Storage<SharedOperationQueue>(), dependencies = Storage<Dependency>()
    /// The operation queue whose lock was taken last.
    var latestOperationQueue = -1

    // MARK: what few programs use

    var fences = Fences(), barriers: [UInt: ThreadBarrier] = [:], readHolds: [ReadHold: Int] = [:], rests = Rests()
    var rested = TaskSet(), onOwnExecutors = TaskSet()

    // MARK: dispatch sources (Engine+Sources.swift)

    var sources = Storage<SharedSource>()
    /// The program's blocks that sources hold.
    var keptBlocks = Storage<UInt>()

    // MARK: the present execution

    var choices = Storage<UInt8>()
    /// The program's variables as they were (Engine+Variables.swift), and those that are in there as a whole.
    var journal = Storage<Saved>(), savedVariables = WordTable()
    /// Known as soon as the engine has taken control.
    private(set) var variables = ProgramVariables.none
    /// Departures from what would happen by itself.
    var made = Storage<Schedule.Departure>()
    var preemptions = 0
    /// What is written down, if somebody wants to look at it.
    var log: ExecutionLog?
    var isLogging = false
    /// The reduced search decides.
    var isSearching = false, isRehearsing = false
    var failures: [Failure] = [], thrownErrors = ThrownErrors()
    var hasFinished = false, hasRefused = false, hasMetStrays = false
    var exceededSteps = false
    /// Loops were followed for some rounds only, or were wrongly taken for waits: not everything was seen.
    var hasCutShort = false
    var hasCutTicks = false, hasCutRests = false
    /// Whether an execution has accessed several words in orders weaker than sequential consistency, and the latest of them.
    var hasWeakOrders = false, weakWord: UInt = 0
    /// The number of the pool of threads; -1: it is as wide as need be. And who has woken without a signal, or still may.
    var pool: Int32 = -1
    var wokenSpuriously = TaskSet(), dozing = TaskSet()
    /// Those who are about to end the process, and the code that one has ended it with.
    var mustStop = false, leaving = TaskSet(), exitCode: Int?
    // MARK: races (Engine+Memory.swift)

    /// Accesses that count as steps, by where they are made.
    var places = WordTable()
    /// The marks of all of them: a place whose mark is not among them is none.
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
        rounds.initialize(repeating: Round(), count: TaskSet.capacity)
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
        lastOwners.deallocate()
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
        fences.deallocate()
        rests.deallocate()
    }

    /// Waits until nobody else explores in this process, and takes the symbols over.
    func begin() {
        pthread_mutex_lock(Self.turn)
        Self.running = Unmanaged.passUnretained(self)
        interleave_use_threads(options.usesThreads)
        interleave_scatter_memory(options.scattersMemory)
        interleave_set_control(options.looksAtMemory ? Self.control : Self.controlWithoutMemory)
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
    /// - Parameter isRehearsal: nothing of it counts.
    func run(isRehearsal: Bool = false) {
        isRehearsing = isRehearsal
        isSearching = !isRehearsal && guide == nil
        isLogging = log != nil && !isRehearsal
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
        lastOwners.removeAll()
        thrownErrors.removeAll()
        search.beginExecution()
        choices.removeAll()
        racedWords.removeAll()
        if !failures.isEmpty { failures = [] }
        if !marks.isEmpty { marks = [] }
        taskCount = 0
        alive = TaskSet()
        current = 0
        (hasFinished, mustStop) = (false, false)
        weakWord = 0
        hasLastWork = false
        renewProcess()
        quiet = Quiet()
        inARow = 0
        lastEffect = 0
        wokenSpuriously = TaskSet()
        dozing = TaskSet()
        keepStacksApart()
        openPool()
        let runsBody: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
            Engine.running?._withUnsafeGuaranteedRef { $0.body() }
            return nil
        }
        guard addTask(parent: nil, runsBody, nil) != nil else {
            refuse("a thread: the system gives no more", place: 0)
            return
        }
        let first = next()
        current = first
        interleave_fiber_switch(nil, fibers[first])
        settleMarks()
        let stray = interleave_take_stray()
        if stray != 0 {
            // Who seemed to wait in vain may have waited for that thread.
            failures = failures.filter { !$0.isOfWaiting }
            hasMetStrays = true
            refuse("code on a thread that the explorer did not start (of an operation queue, or a library's)", place: stray)
        }
        if isSearching && (!mustStop || exitCode != nil) && !search.isBlocked {
            for task in 0..<taskCount where states[task] == .alive { search.analysePending(pending[task], of: task) }
        }
        if search.isBlocked && !failures.isEmpty { disownRaces() }
        // What is left of tasks that did not end is lost with their threads.
        for task in 0..<taskCount where states[task] != .finished && jobs[task].usesStack {
            if let fiber = fibers[task] { interleave_fiber_discard(fiber) }
            fibers[task] = nil
        }
        interleave_renew_operation_queues()
        interleave_free_kept()
        releaseBlocks()
        restoreVariables()
    }

    /// - Returns: the new task's number; nil if there can be no more.
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
        functions[task] = function
        contexts[task] = context
        endings[task] = Endings()
        jobs[task] = job
        performing[task] = 0
        localTime[task] = parent.map { localTime[$0] } ?? 0
        stepsMade[task] = 0
        executors[task] = -1
        rounds[task].clear()
        effects[task] = 0
        lastEffect = choices.count
        states[task] = .alive
        pending[task] = operation
        if watchesRecords { noteRecords(&pending[task], of: task) }
        alive.insert(task)
        taskCount += 1
        if isLogging { nameTask(task) }
        if isSearching { search.addTask(parent: parent) }
        detector.addTask(parent: parent)
        prepareFiber(of: task, parent: parent)
        return task
    }

    /// All of a task, on its fiber. Never returns.
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
        let isItem = (job.source < 0 || contexts[me] != nil) && (job.queue >= 0 || job.how != ExecutionLog.How.async.rawValue)
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
