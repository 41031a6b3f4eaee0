/// The search through all interleavings that are not equivalent: which task goes next at each step,
/// and which executions are still to be made.
///
/// Dynamic partial-order reduction with source sets, sleep sets and wakeup trees (Abdulla, Aronis,
/// Jonsson, Sagonas 2014 and 2017). The path of the present execution is a row of nodes. Each event
/// has a clock: the events of each task that it comes after, by program order or because the two do
/// not commute. If an event and an earlier one conflict and nothing else orders them, the reverse
/// order is another execution. The node before the earlier event then gets a branch that leads
/// there (Search+RaceReversal.swift, WakeupTree.swift). A task that has been explored at a node
/// sleeps there: it is not tried again until another task makes a step that does not commute with
/// its next one. So each class of equivalent executions is completed once. An execution in which
/// only sleeping tasks are left is blocked: it would repeat another, and is counted separately.
///
/// Wakeup trees avoid most blocked executions. A branch in the tree must later be executed, since
/// races that it covers are not added again. If a branch cannot be executed as planned, because
/// something orders its steps that the clocks do not know, the search starts again without trees
/// (source sets, which only need first steps).
///
/// Invariant: a prefix of choices leads to the same state each time, with the same tasks under the
/// same numbers.
struct Search {
    enum Reduction: Sendable {
        /// One execution of each class of equivalent ones.
        case dynamic
        /// Every interleaving, for comparison.
        case none
    }

    struct Node: BitwiseCopyable {
        var enabled: TaskSet
        /// Tasks that need not be tried here. Includes those that have been tried.
        var sleep: TaskSet
        /// Tasks to be tried here, besides those that begin branches of the wakeup tree.
        var backtrack: TaskSet
        var chosen: Int
        /// The branch being executed from here, and the first of the branches still to be executed;
        /// -1: none.
        var branch: Int32 = -1
        var branches: Int32 = -1
        /// The number of its branches that have been explored.
        var tried: UInt8 = 0
    }

    struct Event: BitwiseCopyable {
        var operation: Operation
        /// The operation that the task was about to make; the one made may be weaker.
        var asked: Operation
        var task: Int
        /// The previous event on its object, and on its other object; -1: none.
        var previous: Int32 = -1
        var previousOther: Int32 = -1
    }

    /// The part of the search that belongs to one execution: each has its own.
    struct Present {
        /// For each task.
        var taskClocks: ClockRows
        fileprivate var releases: ClockRows
        /// The last event of each object.
        var heads: Storage<Int32>
        /// The number of events made. Later events, up to `analysedFrom`, are known from the previous
        /// execution, which has the same prefix. At the end of an execution the pending operations
        /// follow.
        fileprivate(set) var eventCount = 0
        fileprivate(set) var taskCount = 0
        fileprivate var nextSleep = TaskSet()
        /// Only sleeping tasks were left: all that follows has been explored, and is ignored.
        fileprivate(set) var isBlocked = false

        @inline(__always)
        init(reusing old: Present?) {
            taskClocks = ClockRows(reusing: old?.taskClocks)
            releases = ClockRows(reusing: old?.releases)
            heads = Storage(reusing: old?.heads)
        }
    }

    let reduction: Reduction
    var nodes = Storage<Node>()
    var events = Storage<Event>()
    var eventClocks = ClockRows()
    var present = Present(reusing: nil)
    var races = Storage<Race>()
    /// The races of the present execution that are still to be reversed.
    var reversals = Storage<Reversal>()
    var wakeups = WakeupTree()
    /// Events of the branch that is being made.
    var sequence = Storage<Int32>()
    /// Buffers for clocks: of all events that an event comes after (`full`), and without those that
    /// only enable it (`known`).
    let full = UnsafeMutablePointer<UInt32>.allocate(capacity: TaskSet.capacity)
    let firsts = UnsafeMutablePointer<UInt32>.allocate(capacity: TaskSet.capacity)
    let known = UnsafeMutablePointer<UInt32>.allocate(capacity: TaskSet.capacity)
    /// The identity of each task, whatever its number: its parent, and its index among the parent's
    /// tasks.
    let identities = UnsafeMutablePointer<UInt64>.allocate(capacity: TaskSet.capacity)
    /// The number of events made when the task was created.
    let births = UnsafeMutablePointer<Int>.allocate(capacity: TaskSet.capacity)
    private let children = UnsafeMutablePointer<UInt64>.allocate(capacity: TaskSet.capacity)
    /// Whether wakeup trees are in use, whether a branch could not be executed, and whether the
    /// search has therefore started again.
    private(set) var usesWakeupTrees = true
    var wakeupTreeFailed = false
    var restartedWithoutWakeupTree = false
    /// Events before this one have been searched for races in an earlier execution.
    var analysedFrom = 0
    /// The first choices of every execution. Other choices in their place are not searched.
    private var fixed = Storage<UInt8>()

    init(reduction: Reduction = .dynamic) { self.reduction = reduction }

    func deallocate() {
        nodes.deallocate()
        events.deallocate()
        eventClocks.deallocate()
        present.taskClocks.deallocate()
        present.releases.deallocate()
        present.heads.deallocate()
        races.deallocate()
        reversals.deallocate()
        wakeups.deallocate()
        sequence.deallocate()
        fixed.deallocate()
        full.deallocate()
        known.deallocate()
        firsts.deallocate()
        identities.deallocate()
        children.deallocate()
        births.deallocate()
    }

    /// Forgets everything, for another search.
    mutating func reset() {
        nodes.removeAll()
        reversals.removeAll()
        wakeups.removeAll()
        analysedFrom = 0
    }

    /// Forgets everything, for a search of the executions that begin with these choices.
    mutating func begin(with choices: [Int]) {
        reset()
        wakeupTreeFailed = false
        restartedWithoutWakeupTree = false
        usesWakeupTrees = true
        fixed.removeAll()
        for task in choices { fixed.append(UInt8(truncatingIfNeeded: task)) }
    }

    var eventCount: Int { @inline(__always) get { present.eventCount } }
    var isBlocked: Bool { @inline(__always) get { present.isBlocked } }

    mutating func beginExecution() {
        forgetEvents(from: analysedFrom)
        present = Present(reusing: present)
    }

    private mutating func forgetEvents(from first: Int) {
        events.removeAll(from: first)
        eventClocks.removeAll(from: first)
    }

    /// A new task, which comes after all that its parent has done.
    mutating func addTask(parent: Int?) {
        identities[present.taskCount] = UInt64(present.taskCount)
        children[present.taskCount] = 0
        births[present.taskCount] = present.eventCount
        if let parent {
            children[parent] += 1
            identities[present.taskCount] = (identities[parent] &+ children[parent] &* 0xD1B5_4A32_D192_ED03) &* 0x9E37_79B9_7F4A_7C15
        }
        present.taskCount += 1
        eventClocks.makeRoom(forTasks: present.taskCount)
        present.taskClocks.makeRoom(forTasks: present.taskCount)
        present.releases.makeRoom(forTasks: present.taskCount)
        let row = present.taskClocks.append()
        if let parent { copy(present.taskClocks.row(row), from: present.taskClocks.row(parent), tasks: present.taskCount) }
    }

    /// An object that is seen for the first time in this execution; objects are numbered from 0.
    mutating func addObject() { present.heads.append(-1) }

    /// A task continues after the end of another.
    mutating func join(_ task: Int, after other: Int) {
        merge(present.taskClocks.row(task), present.taskClocks.row(other), tasks: present.taskCount)
    }

    /// All that a task has done so far happens before all that tasks do after they acquire the row.
    /// This holds in each execution in which they acquire it.
    /// - Parameter row: -1: there is none yet.
    mutating func release(_ task: Int, into row: inout Int32) {
        if present.isBlocked { return }
        if row < 0 { row = Int32(truncatingIfNeeded: present.releases.append()) }
        merge(present.releases.row(Int(row)), present.taskClocks.row(task), tasks: present.taskCount)
    }

    mutating func acquire(_ task: Int, from row: Int32) {
        if row >= 0 { merge(present.taskClocks.row(task), present.releases.row(Int(row)), tasks: present.taskCount) }
    }

    /// A task's newest event comes after an earlier one for a reason that no choice can change.
    mutating func order(_ task: Int, afterEvent position: Int) {
        if present.isBlocked || position < 0 || position >= present.eventCount { return }
        merge(present.taskClocks.row(task), eventClocks.row(position), tasks: present.taskCount)
    }

    /// The task that makes this step, if the execution is still repeating the prefix of the
    /// previous one.
    var repeated: Int? {
        @inline(__always) get { present.eventCount < nodes.count && !present.isBlocked ? nodes[present.eventCount].chosen : nil }
    }

    /// Chooses the next task among the enabled ones.
    /// - Parameters:
    ///   - held: the tasks that are blocked.
    ///   - current: the running task, which continues if nothing speaks against it.
    ///   - pending: the next operation of each task.
    mutating func choose(enabled: TaskSet, held: @autoclosure () -> TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        if present.isBlocked { return enabled.contains(current) ? current : enabled.first }
        let sleep = reduction == .dynamic ? present.nextSleep : TaskSet()
        if nodes.count < fixed.count {
            nodes.append(Node(enabled: enabled, sleep: TaskSet(), backtrack: TaskSet(), chosen: Int(fixed[nodes.count])))
            return nodes[nodes.count - 1].chosen
        }
        let awake = enabled.subtracting(sleep)
        if awake.isEmpty {
            // All that the sleeping tasks do has been explored. But a step of this execution may hold a task that could have come before it.
            var held = held()
            while let task = held.popFirst() { analysePending(pending[task], of: task) }
            present.isBlocked = true
            return enabled.contains(current) ? current : enabled.first
        }
        nodes.append(
            Node(
                enabled: enabled, sleep: sleep, backtrack: reduction == .dynamic ? TaskSet() : enabled,
                chosen: awake.contains(current) ? current : awake.first))
        let new = nodes.count - 1
        if new > 0 && nodes[new - 1].branch >= 0 {
            nodes[new].branches = wakeups.takeBranches(after: nodes[new - 1].branch)
            if let first = nextBranch(&nodes[new]) { nodes[new].chosen = first }
        }
        if reduction == .dynamic && !usesWakeupTrees { nodes[new].backtrack.insert(nodes[new].chosen) }
        return nodes[new].chosen
    }

    /// Returns the task that starts the node's next wakeup-tree branch; nil: none is left.
    ///
    /// A speculative branch may end at a wait that is not enabled. The execution then continues
    /// freely.
    private mutating func nextBranch(_ node: inout Node) -> Int? {
        while node.branches >= 0 {
            node.branch = wakeups.takeFirst(of: &node.branches)
            let identity = wakeups.task(of: node.branch)
            if let task = (0..<present.taskCount).first(where: { identities[$0] == identity && node.enabled.contains($0) }) {
                if !node.sleep.contains(task) { return task }
            } else if !wakeups.operation(of: node.branch).isSpeculative || wakeups.branches(after: node.branch) >= 0 {
                wakeupTreeFailed = true
            }
            wakeups.discard(&node.branch)
        }
        return nil
    }

    /// Records a step that is being made.
    /// - Parameter pending: the next operation of each task, for the sleeping ones.
    mutating func commit(_ operation: Operation, by task: Int, pending: UnsafePointer<Operation>) {
        if present.isBlocked { return }
        let position = present.eventCount
        present.eventCount = position + 1
        if position < events.count && repeats(operation, by: task, at: position) { return }
        let isNew = reduction == .dynamic && position >= analysedFrom
        if operation.kind == .join { join(task, after: Int(operation.target)) }
        relate(operation, of: task, isNew: isNew)
        full[task] = UInt32(truncatingIfNeeded: position + 1)
        eventClocks.extend(to: position + 1)
        copy(eventClocks.row(position), from: full, tasks: present.taskCount)
        copy(present.taskClocks.row(task), from: full, tasks: present.taskCount)
        events.append(
            Event(
                operation: operation, asked: pending[task], task: task,
                previous: operation.object >= 0 ? present.heads[Int(operation.object)] : -1,
                previousOther: operation.other >= 0 ? present.heads[Int(operation.other)] : -1))
        if operation.object >= 0 { present.heads[Int(operation.object)] = Int32(truncatingIfNeeded: position) }
        if operation.other >= 0 { present.heads[Int(operation.other)] = Int32(truncatingIfNeeded: position) }
        if isNew { noteRaces(of: position) }
        if position + 1 == nodes.count {
            present.nextSleep = TaskSet()
            if !nodes[position].sleep.isEmpty { passOnSleep(from: position, operation, by: task, pending: pending) }
            let branch = nodes[position].branch
            if branch >= 0 && !wakeups.operation(of: branch).isAtSamePlace(as: pending[task]) { wakeupTreeFailed = true }
        }
    }

    /// The latest event of a task; nil: none that counts.
    func latest(of task: Int) -> Operation? {
        present.isBlocked ? nil : (0..<present.eventCount).last { events[$0].task == task }.map { events[$0].operation }
    }

    /// Whether the previous execution made the same step at this position: its clock is then known.
    private mutating func repeats(_ operation: Operation, by task: Int, at position: Int) -> Bool {
        let known = events.base + position
        guard known.pointee.task == task, known.pointee.operation.isAgain(operation) else {
            forgetEvents(from: position)
            return false
        }
        copy(present.taskClocks.row(task), from: eventClocks.row(position), tasks: present.taskCount)
        if operation.object >= 0 { present.heads[Int(operation.object)] = Int32(truncatingIfNeeded: position) }
        if operation.other >= 0 { present.heads[Int(operation.other)] = Int32(truncatingIfNeeded: position) }
        return true
    }

    private mutating func passOnSleep(from position: Int, _ operation: Operation, by task: Int, pending: UnsafePointer<Operation>) {
        var sleeping = nodes[position].sleep
        while let sleeper = sleeping.popFirst() {
            if sleeper != task && Operation.commute(operation, pending[sleeper]) { present.nextSleep.insert(sleeper) }
        }
    }

    /// The fraction of the search that is done, estimated from the known branches: each is assumed
    /// to be as large as its siblings (Knuth 1975).
    var partDone: Double {
        var done = 0.0, weight = 1.0
        for index in 0..<nodes.count {
            let node = nodes[index], tried = Double(node.tried)
            let left = node.backtrack.subtracting(node.sleep).subtracting(TaskSet(node.chosen)).count + wakeups.count(from: node.branches)
            let branches = tried + 1 + Double(left)
            done += weight * tried / branches
            weight /= branches
        }
        return done
    }

    /// Prepares the next execution; false: there is none.
    mutating func backtrack() -> Bool {
        reverseRaces()
        if wakeupTreeFailed {
            wakeupTreeFailed = false
            usesWakeupTrees = false
            restartedWithoutWakeupTree = true
            reset()
            return true
        }
        while nodes.count > fixed.count {
            let last = nodes.count - 1
            nodes[last].sleep.insert(nodes[last].chosen)
            nodes[last].tried = min(nodes[last].tried, 254) + 1
            wakeups.discard(&nodes[last].branch)
            if let task = nextBranch(&nodes[last]) {
                nodes[last].chosen = task
                analysedFrom = last
                return true
            }
            let left = nodes[last].backtrack.subtracting(nodes[last].sleep)
            if !left.isEmpty {
                nodes[last].chosen = left.first
                analysedFrom = last
                return true
            }
            nodes.removeLast()
        }
        return false
    }
}
