import CInterposition

/// Loops that run forever: loops that sleep between two iterations, blocks and tasks that submit
/// themselves again, loops that poll the clock.
///
/// A program ends while such a heartbeat goes on, so an execution must end too. If a task has slept
/// very often at one place, or a block has submitted itself very often, the place is remembered and
/// the search starts again. (This is as for data races: the place becomes a step, and a token names
/// it.) From then on the first iterations at that place are free. A later iteration is *deferred*: it
/// comes only when all other tasks wait and nothing else can let them go on. Interleavings that this
/// holds back are not explored: if the iterations do anything visible, the exploration is not
/// called complete.
struct DeferredIterations {
    /// A task that sleeps at a place. (A Swift task is counted under its own number, from
    /// `swiftTasks` on.)
    struct Sleeper: Hashable {
        static let swiftTasks = TaskSet.capacity
        var place: UInt
        var task: Int
    }

    /// The task that submitted an item, and where; -1: none. And the length of the chain of such
    /// tasks.
    private struct Origin: BitwiseCopyable {
        var place: UInt = 0
        var parent: Int32 = -1, length: Int32 = 0
    }

    /// How often a task has slept at a place, and its number of changes at the last sleep.
    private(set) var sleeps: SeldomUsed<Sleeper, (count: Int, effects: Int)>
    private let origins: UnsafeMutablePointer<Origin>
    /// The iterations of deferred tasks, as long as no task changes anything.
    private var idle: SeldomUsed<Int, Idle>

    /// The number of changes by a deferred task, and by all other tasks.
    struct Effects: Equatable {
        var own: Int
        var others: Int
    }

    /// Iterations in a row in which no other task has changed anything.
    private struct Idle {
        var effects: Effects
        var stack: UInt64
        var iterations = 0
        /// The latest of them in which the task has changed nothing either; and those after which
        /// its stack was the same, too.
        var unchanged = 0
        var same = 0
    }

    /// The number of iterations after which a loop is known to lead nowhere, if they change
    /// nothing, the stack included. And the number if the loop changes something itself (a counter
    /// of the iterations may end it).
    static let idleIterations = 3, mostIdleIterations = 1100
    /// How often each task has asked for the time in a row, where, and the answer.
    private var asks: SeldomUsed<Int, (place: UInt, count: Int, time: UInt64)>

    func deallocate() {
        origins.deallocate()
        sleeps.deallocate()
        idle.deallocate()
        asks.deallocate()
    }

    @inline(__always)
    init(reusing old: Self?) {
        origins = old?.origins ?? .allocate(capacity: TaskSet.capacity)
        sleeps = .init(reusing: old?.sleeps)
        idle = .init(reusing: old?.idle)
        asks = .init(reusing: old?.asks)
    }

    /// A task is created.
    @inline(__always)
    func begin(_ task: Int) { origins[task] = Origin() }

    mutating func sleep(_ sleeper: Sleeper, effects: Int) -> (count: Int, wasActive: Bool) {
        let before = sleeps[sleeper] ?? (0, effects)
        sleeps[sleeper] = (before.count + 1, effects)
        return (before.count + 1, before.effects != effects)
    }

    /// A task got what it waited for: its vain iterations are over.
    mutating func serve(_ sleeper: Sleeper) {
        if !sleeps.isEmpty { sleeps[sleeper] = nil }
    }

    /// A task begins an iteration.
    /// - Returns: how many iterations in a row have changed nothing.
    mutating func noteIteration(of task: Int, effects: Effects, stack: UInt64) -> Int {
        guard var known = idle[task], known.effects.others == effects.others else {
            idle[task] = Idle(effects: effects, stack: stack)
            return 0
        }
        let isUnchanged = known.effects == effects
        known.iterations += 1
        known.unchanged = isUnchanged ? known.unchanged + 1 : 0
        known.same = isUnchanged && known.stack == stack ? known.same + 1 : 0
        known.effects = effects
        known.stack = stack
        idle[task] = known
        return known.unchanged
    }

    /// Whether a task's iterations lead nowhere unless another task changes something.
    func isStuck(_ task: Int, effects: @autoclosure () -> Effects) -> Bool {
        guard let known = idle[task], known.same >= Self.idleIterations || known.iterations >= Self.mostIdleIterations else { return false }
        return known.effects.others == effects().others
    }

    /// - Returns: the number of tasks between the item and the first task, the item included.
    @inline(__always)
    func note(_ task: Int, from place: UInt, by parent: Int) -> Int {
        let length = origins[parent].length &+ 1
        origins[task] = Origin(place: place, parent: Int32(truncatingIfNeeded: parent), length: length)
        return Int(length)
    }

    /// A Swift task continues in another job.
    func note(_ task: Int, as earlier: Int) { origins[task] = origins[earlier] }

    /// How many in the chain of an item's submitters were submitted at a place, the item included.
    func generations(of task: Int, at place: UInt) -> Int {
        var count = 0, cursor = Int32(truncatingIfNeeded: task)
        while cursor >= 0 {
            let origin = origins[Int(cursor)]
            if origin.place == place { count += 1 }
            cursor = origin.parent
        }
        return count
    }

    /// A task asks for the time.
    /// - Returns: how often it has asked at this place in a row, without a sleep or wait in
    ///   between.
    mutating func ask(_ task: Int, at place: UInt, time: UInt64) -> Int {
        let before = asks[task], isAgain = before?.place == place && before?.time == time
        let count = isAgain ? (before?.count ?? 0) + 1 : 1
        asks[task] = (place, count, time)
        return count
    }

    mutating func tell(_ task: Int, time: UInt64) { asks[task]?.time = time }

    /// A task waits for a limited time: it asked for the time for this.
    mutating func wait(_ task: Int) {
        if !asks.isEmpty { asks[task] = nil }
    }
}

extension Execution {
    /// The number of iterations after which a heartbeat is recognized; the number of free
    /// iterations; and the most iterations once the program has ended.
    private static let telling = 100, tellingGenerations = 60, freeIterations = 2, mostDeferred = 100

    // MARK: sleeps

    /// A task is about to sleep. If this is a heartbeat's sleep, it may be deferred.
    func deferSleep(as sleeper: Int, place: UInt) {
        guard isToBeDeferred(as: sleeper, place: place) else { return }
        let step = arrive(at: Operation(kind: .begin, isDeferred: true, place: place))
        // (This step does nothing, so it does not count as part of a loop's iteration.)
        if isSearching { exploration.search.commit(step, by: current, pending: tasks.pending) } else if isLogging { logStep(step) }
    }

    /// Whether a task that is about to sleep, or to wait for a limited time, has done so here so
    /// often that it is deferred.
    func isToBeDeferred(as sleeper: Int, place: UInt) -> Bool {
        if place == 0 { return false }
        let (count, wasActive) = deferred.sleep(.init(place: place, task: sleeper), effects: tasks[current].effects)
        guard isStep(place) else {
            // (On a processor with simulated time, such a loop waits for its time to come.)
            if count > Self.telling && exploration.options.strategy != .strictPriorities { discover(place) }
            return false
        }
        if count <= Self.freeIterations || isAlone { return false }
        if wasActive && othersCanGo(but: current) { exploration.cuts.deferredIterations = true }
        if count > Self.mostDeferred { deferredOften.insert(current) }
        noteIdleIteration()
        return true
    }

    /// A new heartbeat: the search starts again.
    func discover(_ place: UInt) {
        exploration.places.note(place)
        mustStop = true
        abandon()
    }

    // MARK: blocks and tasks that submit themselves again

    /// An item is submitted: notes its chain, and whether it is deferred before it begins.
    func noteOrigin(of task: Int, place: UInt) {
        if place == 0 { return }
        if deferred.note(task, from: place, by: current) <= Self.freeIterations { return }
        let generations = deferred.generations(of: task, at: place)
        guard isStep(place) else {
            if generations > Self.tellingGenerations && exploration.options.strategy != .strictPriorities { discover(place) }
            return
        }
        if generations <= Self.freeIterations { return }
        tasks.pending[task].isDeferred = true
        if generations > Self.mostDeferred { deferredOften.insert(task) }
    }

    // MARK: enabled tasks

    /// Whether a deferred iteration can begin: all other tasks wait, and cannot go on without it.
    func allowsDeferred(_ task: Int) -> Bool {
        if tasks[task].job.hasBegun && isCancelled(task) { return true }
        if programHasEnded && (deferredOften.contains(task) || onlyIdleWorkersRemain) { return false }
        var isNeeded = !programHasEnded
        for other in 0..<tasks.count where other != task && tasks[other].state == .alive && !tasks.pending[other].isDeferred {
            let isTick = tasks[other].job.tick >= 0 && tasks.pending[other].isFire
            if !isTick && allows(other) {
                if !tasks[task].job.hasBegun && !programHasEnded { exploration.cuts.deferredIterations = true }
                return false
            }
            if !neverBegins(other) { isNeeded = true }
        }
        return isNeeded && !deferred.isStuck(task, effects: effectsOf(task))
    }

    /// Whether a deferred task in a timed wait has got what it waits for: then it goes on
    /// immediately.
    func isServed(_ operation: Operation, _ task: Int) -> Bool {
        switch operation.kind {
        case .semaphoreTry: objects[operation.object, Semaphore.self].value > 0
        case .groupTimedWait: objects[operation.object, Group.self].count == 0
        case .workTimedWait: objects[operation.object, WorkItem.self].isDone
        case .conditionTimedWait: objects.canWake(task, on: operation.object)
        default: false
        }
    }

    private func othersCanGo(but task: Int) -> Bool {
        (0..<tasks.count).contains { $0 != task && tasks[$0].state == .alive && !tasks.pending[$0].isDeferred && allows($0) }
    }

    // MARK: iterations that lead nowhere

    /// The number of changes by a task, and by all others. A new task counts as a change, too.
    private func effectsOf(_ task: Int) -> DeferredIterations.Effects {
        let all = (0..<tasks.count).reduce(tasks.count) { $0 &+ tasks[$1].effects }
        return DeferredIterations.Effects(own: tasks[task].effects, others: all &- tasks[task].effects)
    }

    /// An iteration begins. If no task has changed anything since the previous one, time passes
    /// faster: a loop with a deadline reaches it.
    private func noteIdleIteration() {
        let idle = deferred.noteIteration(of: current, effects: effectsOf(current), stack: fingerprintOfStack(current))
        if idle > DeferredIterations.idleIterations {
            detector.elapsed[current] &+= Self.longLapse << UInt64(min(idle - DeferredIterations.idleIterations, Self.mostDoublings))
        }
    }

    private static let longLapse: UInt64 = 1_000_000_000

    // MARK: the clock

    /// A task asks for the time. A task that asks repeatedly at one place without waiting is
    /// waiting for time to pass: time then passes.
    func now(place: UInt) -> UInt64 {

        if place == 0 { return detector.elapsed[current] }
        let count = deferred.ask(current, at: place, time: detector.elapsed[current])
        if count > Self.freeAsks {
            detector.elapsed[current] &+= Self.shortestLapse << UInt64(min(count - Self.freeAsks - 1, Self.mostDoublings))
            deferred.tell(current, time: detector.elapsed[current])
        }
        return detector.elapsed[current]
    }

    private static let freeAsks = 2, shortestLapse: UInt64 = 1_000_000, mostDoublings = 16
}
