import CInterposition

/// Spin loops: tasks that poll something until another task changes it.
///
/// A loop that reads and changes nothing is back in the same state after each iteration: its stack is the same, and so is all that it has
/// read. It would go on forever, so nothing is lost if it waits until something that it reads has changed; and the search then ends. An
/// iteration is recognized so: the task comes to the same operation again (the mark, or loop head). Its stack up to there has the same
/// contents. It has done nothing that other tasks can observe. And each of the one or two objects that it has read is unchanged. A counter
/// of iterations, or a time that it asked for, lies on its stack and makes another state: such a loop is not taken for a wait.
///
/// State outside of the stack (a number in memory that uninstrumented code changes) could mislead this. Therefore, if no other task can go
/// on, the waiting tasks are released for some more iterations. If one leaves its loop then, holding it back was wrong, and the exploration
/// is not called complete. If none does, it is a livelock.
extension Execution {
    /// The reads of a task since it was last at its loop head.
    struct LoopIteration: BitwiseCopyable {
        struct Look: BitwiseCopyable {
            var object: Int32 = -1
            var mask: UInt8 = 0
            var kind = Operation.Kind.read
            var stamp: UInt64 = 0
        }

        /// The operation at the loop head; 0: there is none.
        var place: UInt = 0
        var object: Int32 = -1
        var kind = Operation.Kind.read
        /// The number of locks and queue turns held, now and at the loop head. If the task releases more than it acquired since the head,
        /// the head is dropped.
        var held = 0
        var heldAtMark = 0
        /// The stack's fingerprint at the loop head, if it was taken.
        var fingerprint: UInt64 = 0
        var hasFingerprint = false
        var first = Look()
        var second = Look()
        var looks = 0
        /// The task has seen a change, or has read more objects than it can wait for.
        var isUntrackable = false
        /// How often it was at the loop head while no other task ran.
        var visits = 0
        /// The number of operations since the loop head was set, and the number after which a new head is chosen.
        var steps = 0
        var limit = 4
        var lastPlace: UInt = 0
        var lastKind = Operation.Kind.begin
        /// The task may go on though nothing has changed; and how often it was released so.
        var isReleased = false
        var releases = 0
        /// The numbers of steps before it was refused last (a lock that it tried, a value that it wanted to exchange), before it was last at
        /// its loop head, and before an iteration in which nothing was refused ended.
        var refused = 0, atHead = 0, undisturbed = 0
        /// The object that its latest operation may have changed; -1: none.
        var changed: Int32 = -1
        var changedMask: UInt8 = 0
        var before: UInt64 = 0
        /// The same for a word that it has written without a step; 0: none.
        var written: UInt = 0
        var contents: UInt64 = 0

        /// For a new task: resets only what is read before it is set.
        @inline(__always)
        mutating func clear() {
            place = 0
            hasFingerprint = false
            changed = -1
            held = 0
            written = 0
            (refused, atHead, undisturbed) = (0, 0, 0)
            visits = 0
            releases = 0
            isReleased = false
        }
    }

    /// The iterations that a task makes in a row before others get a turn, and steps of any kind.
    static var mostIterations: Int { 100 }
    static var maxConsecutiveSteps: Int { 5000 }

    // MARK: what a task does

    /// A task is about to make an operation. If it is back at its loop head and nothing has changed, it has to wait.
    @inline(__always)
    func approach(_ operation: inout Operation, by me: Int) {
        if tasks[me].loop.changed >= 0 { settleChange(of: me) }
        if tasks[me].loop.written != 0 { settleWrite(of: me) }
        guard operation.kind.isLook || operation.kind == .semaphoreTry else { return }
        if tasks[me].loop.place == operation.place && tasks[me].loop.object == operation.object && tasks[me].loop.kind == operation.kind {
            comeRound(&operation, by: me)
            return
        }
        tasks[me].loop.steps += 1
        let isSameAgain = tasks[me].loop.lastPlace == operation.place && tasks[me].loop.lastKind == operation.kind
        tasks[me].loop.lastPlace = operation.place
        tasks[me].loop.lastKind = operation.kind
        if tasks[me].loop.place == 0 || isSameAgain || tasks[me].loop.steps >= tasks[me].loop.limit { setMark(operation, of: me) }
    }

    private func settleChange(of me: Int) {
        let object = tasks[me].loop.changed
        tasks[me].loop.changed = -1
        let isSame = stamp(object, tasks[me].loop.changedMask, .read, for: me) == tasks[me].loop.before
        if isSame { tasks[me].loop.refused = choices.count } else { act(me) }
    }

    func settleWrite(of me: Int) {
        let word = tasks[me].loop.written
        tasks[me].loop.written = 0
        let contents = UnsafePointer<UInt64>(bitPattern: word)?.pointee ?? 0
        if !freshMemory.isSame(contents, as: tasks[me].loop.contents, of: me) { noteUntrackableEffect(me) }
    }

    private func comeRound(_ operation: inout Operation, by me: Int) {
        tasks[me].loop.lastPlace = operation.place
        tasks[me].loop.lastKind = operation.kind
        tasks[me].loop.visits += 1
        tasks[me].loop.steps = 0
        let here = fingerprintOfStack(me)
        let isSame = tasks[me].loop.hasFingerprint && tasks[me].loop.fingerprint == here
        tasks[me].loop.fingerprint = here
        freshMemory.removeAll(of: me)
        tasks[me].loop.hasFingerprint = true
        if tasks[me].loop.refused <= tasks[me].loop.atHead { tasks[me].loop.undisturbed = choices.count }
        tasks[me].loop.atHead = choices.count
        if isSame && repeatsForever(at: operation, by: me) { return }
        guard isSame, !tasks[me].loop.isUntrackable, tasks[me].loop.looks > 0, !observesChange(me) else {
            if tasks[me].loop.releases > 0 && !isSame { departed(me) }
            forgetLooks(of: me)
            return
        }
        operation.isRepeat = true
        operation.mask = tasks[me].loop.first.mask
        if tasks[me].loop.looks == 2 {
            operation.other = tasks[me].loop.second.object
            operation.otherMask = tasks[me].loop.second.mask
            operation.otherKind = tasks[me].loop.second.kind
        }
    }

    @inline(__always)
    private func setMark(_ operation: Operation, of me: Int) {
        if tasks[me].loop.releases > 0 { departed(me) }
        tasks[me].loop.limit = tasks[me].loop.place == 0 ? 4 : min(tasks[me].loop.limit * 2, 1 << 20)
        freshMemory.removeAll(of: me)
        tasks[me].loop.place = operation.place
        tasks[me].loop.object = operation.object
        tasks[me].loop.kind = operation.kind
        tasks[me].loop.steps = 0
        tasks[me].loop.heldAtMark = tasks[me].loop.held
        tasks[me].loop.hasFingerprint = false
        tasks[me].loop.isUntrackable = false
        tasks[me].loop.looks = 0
    }

    /// A task that has waited at its loop head goes on.
    func goOn(_ operation: inout Operation, _ me: Int) {
        // Without a change it does just what it did before: no other task can observe that.
        if tasks[me].loop.isReleased && (operation.kind == .atomicUpdate || operation.kind == .write) { operation.kind = .atomicLoad }
        if !tasks[me].loop.isReleased { tasks[me].loop.releases = 0 }
        tasks[me].loop.isReleased = false
        forgetLooks(of: me)
    }

    private func forgetLooks(of me: Int) {
        tasks[me].loop.looks = 0
        tasks[me].loop.isUntrackable = false
    }

    /// A task makes an operation that only reads, or that may leave everything as it was.
    @inline(__always)
    func look(_ operation: Operation, by me: Int) {
        if operation.kind == .atomicUpdate || operation.kind == .write || operation.kind == .futexLock {
            if tasks[me].loop.hasFingerprint {
                mayChange(operation.object, operation.mask, by: me)
            } else {
                // In the first iteration, no comparison is needed.
                tasks[me].effects += 1
                lastEffect = choices.count
            }
        }
        switch operation.kind {
        case .lock, .tryLock, .readLock, .tryReadLock, .enqueue, .enqueueShared: tasks[me].loop.held += 1
        case .lockRefused, .lockRefusedByReaders, .readLockRefused, .semaphoreRefused: tasks[me].loop.refused = choices.count
        case .unlock, .readUnlock, .itemEnd, .itemEndShared:
            tasks[me].loop.held -= 1
            if tasks[me].loop.held < tasks[me].loop.heldAtMark { tasks[me].loop.place = 0 }
        default: break
        }
        if tasks[me].loop.place == 0 || !tasks[me].loop.hasFingerprint { return }
        look(operation.object, operation.mask, operation.kind, by: me)
        if operation.other >= 0 && !operation.isRepeat { look(operation.other, operation.otherMask, operation.kind, by: me) }
    }

    /// The present operation may change a word. The task's next operation shows whether it did.
    func mayChange(_ object: Int32, _ mask: UInt8, by me: Int) {
        if !tasks[me].loop.hasFingerprint { return }
        if tasks[me].loop.changed >= 0 { settleChange(of: me) }
        tasks[me].loop.changed = object
        tasks[me].loop.changedMask = mask
        tasks[me].loop.before = stamp(object, mask, .read, for: me)
    }

    private func look(_ object: Int32, _ mask: UInt8, _ kind: Operation.Kind, by me: Int) {
        if object < 0 || kind == .unlock || kind == .readUnlock || kind == .itemEnd || kind == .itemEndShared { return }
        let looks = tasks[me].loop.looks
        if looks > 0 && tasks[me].loop.first.object == object {
            again(&tasks[me].loop.first, mask, kind, me)
        } else if looks > 1 && tasks[me].loop.second.object == object {
            again(&tasks[me].loop.second, mask, kind, me)
        } else {
            let new = LoopIteration.Look(object: object, mask: mask, kind: kind, stamp: stamp(object, mask, kind, for: me))
            switch looks {
            case 0: tasks[me].loop.first = new
            case 1: tasks[me].loop.second = new
            default: tasks[me].loop.isUntrackable = true
            }
            tasks[me].loop.looks = min(looks + 1, 2)
        }
    }

    private func again(_ look: inout LoopIteration.Look, _ mask: UInt8, _ kind: Operation.Kind, _ me: Int) {
        if stamp(look.object, look.mask, look.kind, for: me) != look.stamp { tasks[me].loop.isUntrackable = true }
        look.mask |= mask
        look.kind = kind
        look.stamp = stamp(look.object, look.mask, kind, for: me)
    }

    /// A task does something that other tasks can observe: it is not spinning.
    @inline(__always)
    func act(_ me: Int) {
        tasks[me].effects += 1
        lastEffect = choices.count
        if tasks[me].loop.place != 0 {
            if tasks[me].loop.releases > 0 { departed(me) }
            tasks[me].loop.place = 0
            tasks[me].loop.hasFingerprint = false
            tasks[me].loop.visits = 0
        }
    }

    /// A task changes memory that is in no data race: other tasks observe that only through later steps. Its iteration is not a repetition;
    /// but it may still be spinning, with a counter, say.
    func noteUntrackableEffect(_ me: Int) {
        tasks[me].effects += 1
        lastEffect = choices.count
        tasks[me].loop.isUntrackable = true
    }

    /// The task was released although nothing had changed, and has left its loop.
    private func departed(_ me: Int) {
        tasks[me].loop.releases = 0
        exploration.cuts.loops = true
    }

    // MARK: what a task sees

    /// An object's visible state: for memory its contents, for other objects what a reading task can observe.
    private func stamp(_ index: Int32, _ mask: UInt8, _ kind: Operation.Kind, for task: Int) -> UInt64 {
        let key = objects[index].key
        if key & 1 == 0 {
            let spread = (UInt64(mask) &* 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201
            let bytes = ((spread &+ 0x7F7F_7F7F_7F7F_7F7F) | spread) & 0x8080_8080_8080_8080
            return (UnsafePointer<UInt64>(bitPattern: key)?.pointee ?? 0) & ((bytes >> 7) &* 0xFF)
        }
        return UInt64(objects[index].version) << 33 | objects.visible(index, to: task, by: kind)
    }

    /// Whether something that a task has read in its iteration has changed.
    func observesChange(_ task: Int) -> Bool {
        let first = tasks[task].loop.first, second = tasks[task].loop.second
        if stamp(first.object, first.mask, first.kind, for: task) != first.stamp { return true }
        return tasks[task].loop.looks > 1 && stamp(second.object, second.mask, second.kind, for: task) != second.stamp
    }

    /// A hash of all that lies on the running task's stack.
    func fingerprintOfStack(_ me: Int) -> UInt64 {
        var at = interleave_stack_here()
        let end = exploration.stacks.top(of: me)
        // The caller is not code of the program but the end of an item.
        guard at < end, end - at < UInt(exploration.options.stackSize) else { return UInt64(choices.count) }
        var hash: UInt64 = 0x243F_6A88_85A3_08D3
        while at < end {
            let word = UnsafePointer<UInt64>(bitPattern: at)?.pointee ?? 0
            hash = (hash ^ freshMemory.canonical(word, of: me)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            at += 8
        }
        return hash
    }

    // MARK: choosing the next task

    /// Whether others must get a turn: the task has made enough iterations, or enough steps, in a row.
    func exceedsTurnLimit(_ task: Int) -> Bool {
        consecutiveSteps >= Self.maxConsecutiveSteps || tasks[task].loop.visits >= Self.mostIterations
    }

    /// Only tasks that wait for a change are left: they are released for some more iterations.
    /// - Returns: whether one of them can go on.
    func releaseIterations() -> Bool {
        var waiting: [Int] = [], areLoads = true
        for task in 0..<tasks.count where tasks[task].state == .alive && tasks.pending[task].isRepeat {
            waiting.append(task)
            if objects[tasks.pending[task].object].key & 1 != 0 { areLoads = false }
        }
        let most = waiting.count == 1 || areLoads ? 32 : 2
        var isAnyone = false
        for task in waiting where tasks[task].loop.releases < most {
            tasks[task].loop.releases += 1
            tasks[task].loop.isReleased = true
            if allows(task) { isAnyone = true } else { tasks[task].loop.isReleased = false }
        }
        return isAnyone
    }

    /// Whether a task spins, among the tasks that are left in a deadlock or livelock.
    func isSpinning(_ task: Int) -> Bool {
        tasks.pending[task].isRepeat || tasks.pending[task].isDeferred || (tasks.pending[task].kind.isLook && allows(task))
    }
}
