/// A step of a task that other tasks can observe: what it does, and to which objects.
struct Operation: BitwiseCopyable {
    enum Kind: UInt8, CaseIterable {
        /// The task's first step.
        case begin
        case read, write
        /// A futex lock is an update that waits until the word is zero.
        case atomicLoad, atomicUpdate, futexLock
        /// A task drops a reference to an object. Spare: others are left. Or it makes one more reference.
        case letGo, letGoSpare, retain
        /// A mutex, or a read-write lock for writing.
        case lock, tryLock, lockRefused, lockRefusedByReaders, unlock
        case readLock, tryReadLock, readLockRefused, readUnlock
        /// Falling asleep releases the lock, which is the operation's other object. Waking acquires
        /// it again.
        case conditionSleep, conditionWake, conditionSignal, conditionBroadcast
        /// A timed wait is signalled, or times out, before it acquires the lock.
        case conditionTimedWait, conditionTimedOut
        case join
        /// `oncePass`: the initializer has already run.
        case onceEnter, onceLeave, oncePass
        /// Queues: submits an item that can run at the same time as others, or any other item; its
        /// begin and its end.
        case enqueueShared, enqueue, itemBeginShared, itemBegin, itemEndShared, itemEnd
        /// Any step on queues that share a target. `turnBegin`: an item begins there.
        case turnBegin, queueOrdered
        /// An enter after a `notify` is ordered with the leaves. A leave is ordered if it matters
        /// which of several leaves empties the group.
        case groupEnter, groupEnterNotified, groupLeave, groupLeaveOrdered, groupWait, groupTimedWait, groupNotify
        /// A wait is spare if the value would allow another one too. A try is refused if its time
        /// is up.
        case semaphoreSignal, semaphoreWait, semaphoreWaitSpare, semaphoreTry, semaphoreRefused
        /// Work items. An item that runs several times begins and ends again.
        case workRead, workCancel, workBeginAgain, workEnd, workEndAgain, workWait, workTimedWait, workNotify
        /// An event that happens once: the end of a Swift task, or the resumption of a
        /// continuation. It happens; a task waits for it; or a task on an actor checks whether it
        /// must leave the actor to wait.
        case occurrence, occurrenceWait, occurrenceLook
        /// A task group: a child has ended; its result is taken; all children are awaited; or a
        /// task on an actor checks whether it must leave the actor.
        case offer, offerTaken, offersAwaited, offerLook
        case cancellation, cancellationTest
        /// A child ends with an error. That cancels the other children of its group, which is the
        /// other object.
        case failure
        /// Foundation's operations (Operation+Foundation.swift): the begin of one that must not run
        /// yet; steps on one; and steps on an operation queue. An ordered step on a queue decides
        /// which operation runs next.
        case operationBegin, operationTurn, operationWrite, operationRead, operationReadReady, operationDepends, operationCancel
        case operationFinish, operationFinishRelied, operationWait
        case operationOrdered, operationBarrier, operationLeave, operationLeaveSerial, operationQueueRead, operationQueueWait
        /// The effect of these on readiness, which all operations share.
        case readinessChange, readinessRead, readinessRelation, readinessCancel, readinessAdd, readinessTurn
        /// Dispatch sources: a turn that must not come yet; data merged in any order; anything
        /// else.
        case sourceIdle, sourceMerge, sourceChange
        /// A thread barrier: a thread arrives, and waits for the others.
        case barrierArrival, barrierWait
        /// A pipe: reads bytes, writes bytes, or anything else.
        case pipeRead, pipeWrite, pipeTouch
        /// A lock acquired by a library and found held: not a step that others observe.
        case internalLock
        /// The same for a lock of the Swift runtime: its holder runs the handlers of a
        /// cancellation, say.
        case runtimeLock
    }

    var kind: Kind
    /// Which of the eight bytes are accessed, if the object is a word of memory.
    var mask: UInt8 = 0xFF
    var otherMask: UInt8 = 0xFF
    /// Flags: a timed wait, a timer's fire, a repeated read and so on. (In one byte, because
    /// operations are copied at every step.)
    private var flags: UInt8 = 0
    /// The effect of a repeated read on its other object.
    var otherKind = Kind.read
    /// The numbers of the shared objects that it accesses; -1: none.
    var object: Int32 = -1
    var other: Int32 = -1
    /// The awaited task, or the number of the queue.
    var target: Int32 = -1
    /// For a step of a Swift task whose status lock is watched (TaskStatusLocks.swift): its
    /// family. For a step that acquires a status lock: the family of that lock's task. -1: neither.
    var family: Int32 = -1
    /// The place in the program that makes it.
    var place: UInt = 0

    init(
        kind: Kind, mask: UInt8 = 0xFF, otherMask: UInt8 = 0xFF, mayTimeOut: Bool = false, isFire: Bool = false, object: Int32 = -1,
        other: Int32 = -1, target: Int32 = -1, isDeferred: Bool = false, place: UInt = 0
    ) {
        self.kind = kind
        self.mask = mask
        self.otherMask = otherMask
        self.object = object
        self.other = other
        self.target = target
        self.place = place
        if mayTimeOut { flags |= 1 }
        if isFire { flags |= 2 }
        if isDeferred { flags |= 128 }
    }

    /// A wait that gives up if it cannot go on.
    var mayTimeOut: Bool { flags & 1 != 0 }
    /// The step of a timer whose time has come.
    var isFire: Bool {
        get { flags & 2 != 0 }
        set { flags = newValue ? flags | 2 : flags & ~2 }
    }
    /// Whether the task is in a timed wait: it could go on, but letting others run first is not a
    /// preemption.
    var isPatient: Bool { mayTimeOut || isFire }
    /// A repeated read in a spin loop. It is enabled only once an object that it reads has changed.
    /// `other`, if set, is a second object that it reads, with `otherKind`.
    var isRepeat: Bool {
        get { flags & 4 != 0 }
        set { flags = newValue ? flags | 4 : flags & ~4 }
    }

    /// An iteration of a loop that runs forever. It comes when no other task can go on
    /// (DeferredIterations.swift).
    var isDeferred: Bool {
        get { flags & 128 != 0 }
        set { flags = newValue ? flags | 128 : flags & ~128 }
    }
    /// Whether more than its kind decides if it is enabled.
    @inline(__always)
    var isConditional: Bool { flags & (2 | 4 | 128) != 0 }

    /// The task acquires a status lock after this step.
    var takesStatusLock: Bool {
        get { flags & 16 != 0 }
        set { flags = newValue ? flags | 16 : flags & ~16 }
    }

    /// After this step, a task of the family has waited for such a lock, in some execution.
    var needsStatusLock: Bool {
        get { flags & 64 != 0 }
        set { flags = newValue ? flags | 64 : flags & ~64 }
    }

    /// The task makes this step while it holds such a lock.
    var hasStatusLock: Bool {
        get { flags & 32 != 0 }
        set { flags = newValue ? flags | 32 : flags & ~32 }
    }

    /// Whether one of the two acquires the status lock that the other acquires or needs.
    @inline(__always)
    func meetsAtStatusLock(_ other: Operation) -> Bool {
        if family < 0 || family != other.family { return false }
        return takesStatusLock ? other.takesStatusLock || other.needsStatusLock : needsStatusLock && other.takesStatusLock
    }

    /// It is not known in advance whether this wait is enabled when its branch gets there.
    var isSpeculative: Bool {
        get { flags & 8 != 0 }
        set { flags = newValue ? flags | 8 : flags & ~8 }
    }

    /// Whether a task can block on it.
    var mayWait: Bool { kind.mayWait }

    /// Whether the operation can block on something other than an owned lock (a condition, a group,
    /// a turn on a queue …).
    var waitsForMoreThanALock: Bool { kind.traits.flags.contains(.awaitsEvent) }

    /// The operation's effect on one of its two objects.
    @inline(__always)
    func kind(on index: Int32) -> Kind {
        if index == object { return kind }
        if isRepeat { return otherKind }
        if kind == .sourceMerge || kind == .sourceChange, target == 1 { return .queueOrdered }
        return kind.traits.second ?? kind
    }

    /// Whether it can block on this object alone. (A repeated read of two objects waits for a
    /// change of either.)
    func waits(for index: Int32) -> Bool {
        if isRepeat { return other < 0 }
        return index == object || kind == .conditionWake
    }

    @inline(__always)
    func mask(on index: Int32) -> UInt8 { index == object ? mask : otherMask }
}

/// How two operations of two tasks on one object, one after the other, relate.
enum Relation {
    /// The reverse order has the same result.
    case independent
    /// The first lets the second happen: there is no reverse order.
    case enables
    /// The reverse order may have another result.
    case conflicts
}

extension Operation.Kind {
    /// How two operations of two tasks on the same object relate. Each kind of object says so in its own file.
    /// - Parameter first: the earlier one.
    static func relation(_ first: Self, _ second: Self) -> Relation {
        switch first.traits.primitive {
        case .word: ofWords(first, second)
        case .lock: ofLocks(first, second)
        case .condition: ofConditions(first, second)
        case .once: ofOnce(first, second)
        case .group: ofGroups(first, second)
        case .semaphore: ofSemaphores(first, second)
        case .workItem: ofWorkItems(first, second)
        case .occurrence: ofOccurrences(first, second)
        case .taskGroup: ofTaskGroups(first, second)
        case .barrierPhase: ofBarriers(first, second)
        case .queue: ofQueues(first, second)
        case .operation, .operationQueue: ofOperations(first, second)
        case .source: first == .sourceMerge && second == .sourceMerge ? .independent : .conflicts
        case .plain: ofPlain(first, second)
        case .pipe: .conflicts
        }
    }

    private static func ofPlain(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.letGoSpare, .letGoSpare), (.retain, .retain), (.cancellationTest, .cancellationTest): .independent
        default: .conflicts
        }
    }
}

extension Operation {
    /// Whether two tasks' next operations have the same result in either order.
    @inline(__always)
    static func commute(_ one: Operation, _ another: Operation) -> Bool {
        if one.meetsAtStatusLock(another) { return false }
        // Usually each has one object, and the objects differ.
        let isOfOneEach = one.other & another.other == -1
        return isOfOneEach && one.object != another.object || commuteOnObjects(one, another)
    }

    @inline(never)
    private static func commuteOnObjects(_ one: Operation, _ another: Operation) -> Bool {
        commute(one, another, on: one.object) && commute(one, another, on: one.other)
    }

    private static func commute(_ one: Operation, _ another: Operation, on index: Int32) -> Bool {
        if index < 0 || (another.object != index && another.other != index) { return true }
        if one.mask(on: index) & another.mask(on: index) == 0 { return true }
        return Kind.relation(one.kind(on: index), another.kind(on: index)) == .independent
    }
}
