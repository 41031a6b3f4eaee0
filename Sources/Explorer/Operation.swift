/// A step of a task that others can notice: what it does, and to what.
struct Operation: BitwiseCopyable {
    enum Kind: UInt8 {
        /// The task's first step.
        case begin
        case read, write
        /// A futex lock is an update that waits until the word is zero.
        case atomicLoad, atomicUpdate, futexLock
        /// Of a reference to an object: it is spare if others are left.
        case letGo, letGoSpare
        /// Of a mutex, or of a read-write lock for writing.
        case lock, tryLock, lockRefused, lockRefusedByReaders, unlock
        case readLock, tryReadLock, readLockRefused, readUnlock
        /// Falling asleep gives back the lock that is the operation's other object; waking takes it again.
        case conditionSleep, conditionWake, conditionSignal, conditionBroadcast
        /// Who waits for so long only is woken, or is not, before it takes the lock.
        case conditionTimedWait, conditionTimedOut
        case join
        /// A pass finds the initialiser done.
        case onceEnter, onceLeave, oncePass
        /// Of queues: an item that may run beside others, or any other; and its begin and end.
        case enqueueShared, enqueue, itemBeginShared, itemBegin, itemEndShared, itemEnd
        /// Whatever is done to queues that share a target; `turnBegin` is the begin of an item there.
        case turnBegin, queueOrdered
        /// An entry while somebody is to be notified counts with the leaves. A leave is ordered if it matters which of several empties the group.
        case groupEnter, groupEnterNotified, groupLeave, groupLeaveOrdered, groupWait, groupTimedWait, groupNotify
        /// A wait is spare if another could have been had too; refused if its time was up.
        case semaphoreSignal, semaphoreWait, semaphoreWaitSpare, semaphoreTry, semaphoreRefused
        /// Of work items; one that is run several times begins and ends again.
        case workRead, workCancel, workBeginAgain, workEnd, workEndAgain, workWait, workTimedWait, workNotify
        /// Of what happens once, the end of a Swift task or the resumption of a continuation: it happens, somebody waits for it, or a task on an actor
        /// looks whether it has to leave the actor for it.
        case occurrence, occurrenceWait, occurrenceLook
        /// Of a task group: a child has ended, its result is taken, all are waited for; or a task on an actor looks whether it has to leave it.
        case offer, offerTaken, offersAwaited, offerLook
        case cancellation, cancellationTest
        /// A child ends with an error, and thereby cancels the others of its group, which is the other object.
        case failure
        /// Of Foundation's operations (Operation+Foundation.swift): the begin of one that is not to run yet; then what happens to one; and what
        /// is done to a queue of them. An ordered step of a queue decides which operation runs next.
        case operationBegin, operationTurn, operationWrite, operationRead, operationReadReady, operationDepends, operationCancel
        case operationFinish, operationFinishRelied, operationWait
        case operationOrdered, operationBarrier, operationLeave, operationLeaveSerial, operationQueueRead, operationQueueWait
        /// What these mean to what all operations have in common: who is ready.
        case readinessChange, readinessRead, readinessRelation, readinessCancel, readinessAdd
        /// Of dispatch sources: a turn that is not to come yet; data that are merged, in any order; anything else.
        case sourceIdle, sourceMerge, sourceChange
        /// Of a barrier of threads: one comes to it, and waits for the others.
        case barrierArrival, barrierWait
        /// Of a pipe: bytes are taken, or put in, and anything else.
        case pipeRead, pipeWrite, pipeTouch
        /// A lock that is taken in passing, found taken: no step that others notice.
        case quietLock
        /// The same of one of the Swift runtime's: whoever has it calls the handlers of a cancellation, say.
        case runtimeLock
    }

    var kind: Kind
    /// Which bytes of eight are touched, where the object is a word of memory.
    var mask: UInt8 = 0xFF
    var otherMask: UInt8 = 0xFF
    /// Whether it is a wait that gives up when it cannot go on, what a timer does when its moment has come, a repetition. (In one byte: operations are
    /// handed on at every step.)
    private var traits: UInt8 = 0
    /// What a repetition means to its other object.
    var otherKind = Kind.read
    /// The numbers of the shared objects that it is done to; -1: none.
    var object: Int32 = -1
    var other: Int32 = -1
    /// The task that is waited for, or the number of the queue.
    var target: Int32 = -1
    /// Of what a Swift task does, where its records are watched (Engine+Records.swift): its family. Of what takes the lock of a task's records: the family of
    /// that one. -1: nothing of the kind.
    var family: Int32 = -1
    /// Where the program asks for it.
    var place: UInt = 0

    init(
        kind: Kind, mask: UInt8 = 0xFF, otherMask: UInt8 = 0xFF, mayTimeOut: Bool = false, isFire: Bool = false, object: Int32 = -1,
        other: Int32 = -1, target: Int32 = -1, rests: Bool = false, place: UInt = 0
    ) {
        self.kind = kind
        self.mask = mask
        self.otherMask = otherMask
        self.object = object
        self.other = other
        self.target = target
        self.place = place
        if mayTimeOut { traits |= 1 }
        if isFire { traits |= 2 }
        if rests { traits |= 128 }
    }

    /// A wait that gives up when it cannot go on.
    var mayTimeOut: Bool { traits & 1 != 0 }
    /// What a timer does when its moment has come.
    var isFire: Bool {
        get { traits & 2 != 0 }
        set { traits = newValue ? traits | 2 : traits & ~2 }
    }
    /// Whether a task that is about to make it stands and waits, though it could go on: as long as others go on, nobody has stopped it.
    var isPatient: Bool { mayTimeOut || isFire }
    /// The task has made it before and nothing is new: it waits for a change of what it looks at. Its other object, if it has one, is then another thing
    /// that it looks at, by an operation of another kind.
    var isRepeat: Bool {
        get { traits & 4 != 0 }
        set { traits = newValue ? traits | 4 : traits & ~4 }
    }

    /// A round of what goes on for ever by itself: it comes when nobody else can go on (Engine+Rests.swift).
    var rests: Bool {
        get { traits & 128 != 0 }
        set { traits = newValue ? traits | 128 : traits & ~128 }
    }
    /// Whether more than its kind decides when it can be made.
    @inline(__always)
    var isConditional: Bool { traits & (2 | 4 | 128) != 0 }

    /// Behind it the lock of a task's records is taken.
    var takesRecords: Bool {
        get { traits & 16 != 0 }
        set { traits = newValue ? traits | 16 : traits & ~16 }
    }

    /// Behind it somebody of the family has had to wait for such a lock, in some execution.
    var needsRecords: Bool {
        get { traits & 64 != 0 }
        set { traits = newValue ? traits | 64 : traits & ~64 }
    }

    /// It is made beneath such a lock.
    var hasRecords: Bool {
        get { traits & 32 != 0 }
        set { traits = newValue ? traits | 32 : traits & ~32 }
    }

    /// Whether one of them takes the lock of records that the other takes or needs.
    @inline(__always)
    func meetsAtRecords(_ other: Operation) -> Bool {
        if family < 0 || family != other.family { return false }
        return takesRecords ? other.takesRecords || other.needsRecords : needsRecords && other.takesRecords
    }

    /// A wait of which it is not known whether it would be over by then.
    var isHoped: Bool {
        get { traits & 8 != 0 }
        set { traits = newValue ? traits | 8 : traits & ~8 }
    }

    /// Whether a task that makes it may have to wait.
    var mayWait: Bool {
        switch kind {
        case .lock, .readLock, .futexLock, .runtimeLock, .conditionWake, .join, .onceEnter, .groupWait, .groupTimedWait, .semaphoreWait,
            .semaphoreTry,
            .workWait,
            .workTimedWait, .itemBegin, .itemBeginShared, .turnBegin, .operationTurn, .operationWait, .operationQueueWait, .occurrenceWait,
            .offerTaken,
            .offersAwaited, .barrierWait, .pipeRead, .pipeWrite:
            true
        default: false
        }
    }

    /// Whether somebody may wait for it though nobody has it: where others took a lock, it was free.
    var waitsForMoreThanALock: Bool {
        switch kind {
        case .lock, .readLock, .futexLock, .runtimeLock, .onceEnter, .semaphoreWait, .semaphoreTry: false
        default: mayWait
        }
    }

    /// What it means to one of its two objects.
    @inline(__always)
    func kind(on index: Int32) -> Kind {
        if index == object { return kind }
        if isRepeat { return otherKind }
        switch kind {
        case .conditionSleep: return .unlock
        case .conditionWake: return .lock
        case .itemBegin, .itemBeginShared, .turnBegin, .operationTurn, .begin: return .workRead
        case .occurrence, .failure: return .offer
        case .sourceMerge, .sourceChange: return target == 1 ? .queueOrdered : .enqueue
        default: return kindOnReadiness
        }
    }

    /// Whether it is this object that it may have to wait for, and nothing else. (Where it waits for a change of one of two things, either may come.)
    func waits(for index: Int32) -> Bool {
        if isRepeat { return other < 0 }
        return index == object || kind == .conditionWake
    }

    @inline(__always)
    func mask(on index: Int32) -> UInt8 { index == object ? mask : otherMask }
}

/// What two operations on one object, done one after the other by two tasks, mean to each other.
enum Relation {
    /// The other order gives the same.
    case independent
    /// The first lets the second happen: there is no other order.
    case enables
    /// The other order may give something else.
    case conflicts
}

extension Operation.Kind {
    /// - Parameter first: the earlier one, on the same object.
    static func relation(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.read, .read), (.read, .atomicLoad), (.atomicLoad, .read), (.atomicLoad, .atomicLoad): .independent
        case (.letGoSpare, .letGoSpare): .independent
        // A lock that somebody takes was given back before; only who takes it first is open.
        case (.unlock, .lock), (.unlock, .readLock), (.readUnlock, .lock), (.lock, .unlock), (.unlock, .unlock), (.readUnlock, .unlock):
            .enables
        case (.lock, .readUnlock), (.unlock, .readUnlock), (.readLock, .unlock): .enables
        // Where an attempt is refused somebody holds the lock: nobody could take it there.
        case (.lockRefused, .lockRefused), (.readLockRefused, .readLockRefused): .independent
        case (.lockRefused, .readLockRefused), (.readLockRefused, .lockRefused): .independent
        case (.lockRefused, .lock), (.lockRefused, .readLock), (.readLockRefused, .lock), (.readLockRefused, .readLock): .enables
        case (.lockRefused, .tryLock), (.readLockRefused, .tryLock), (.readLockRefused, .tryReadLock): .enables
        case (.lockRefusedByReaders, .lockRefusedByReaders): .independent
        case (.lockRefusedByReaders, .lock), (.lockRefusedByReaders, .tryLock): .enables
        case (.readLock, .readLock), (.readLock, .tryReadLock), (.tryReadLock, .readLock), (.tryReadLock, .tryReadLock): .independent
        case (.readUnlock, .readUnlock), (.readUnlock, .readLock), (.readLock, .readUnlock): .independent
        case (.readUnlock, .tryReadLock), (.tryReadLock, .readUnlock): .independent
        case (.conditionSleep, .conditionSleep), (.conditionSleep, .conditionWake), (.conditionWake, .conditionSleep): .independent
        case (.conditionSleep, .conditionTimedWait), (.conditionTimedWait, .conditionSleep): .independent
        case (.conditionSleep, .conditionTimedOut), (.conditionTimedOut, .conditionSleep): .independent
        case (.conditionTimedOut, .conditionTimedOut): .independent
        case (.onceEnter, .onceLeave), (.onceLeave, .oncePass), (.onceLeave, .onceEnter): .enables
        case (.oncePass, .oncePass): .independent
        case (.enqueueShared, .enqueueShared): .independent
        case (.enqueueShared, .enqueue), (.enqueue, .enqueueShared), (.enqueue, .enqueue): .conflicts
        default: meetings(first, second)
        }
    }

    /// Whether whoever comes to it can always make it.
    @inline(__always)
    var isNeverHeld: Bool {
        switch self {
        case .read, .write, .atomicLoad, .atomicUpdate, .letGo, .letGoSpare, .unlock, .readUnlock, .enqueue, .enqueueShared, .itemEnd,
            .itemEndShared,
            .groupEnter, .groupLeave, .groupLeaveOrdered, .groupEnterNotified, .groupNotify, .semaphoreSignal, .onceLeave,
            .oncePass, .conditionTimedWait:
            true
        default: false
        }
    }

    /// Begins and ends of items decide nothing that the order in which they were enqueued has not decided.
    var isOfItem: Bool {
        switch self {
        case .itemBeginShared, .itemBegin, .itemEndShared, .itemEnd, .enqueueShared, .enqueue: true
        default: false
        }
    }

    private static func meetings(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.itemEnd, .itemBegin), (.itemEnd, .itemBeginShared), (.itemEndShared, .itemBegin): .enables
        case _ where first.isOfItem && second.isOfItem: .independent
        case (.groupEnter, .groupEnter), (.groupEnter, .groupEnterNotified), (.groupEnterNotified, .groupEnter): .independent
        case (.groupEnterNotified, .groupEnterNotified): .independent
        case (.groupEnter, .groupLeave), (.groupLeave, .groupEnter), (.groupLeave, .groupLeave): .independent
        case (.groupLeave, .groupWait), (.groupLeaveOrdered, .groupWait): .enables
        case (.groupWait, .groupWait), (.groupWait, .groupTimedWait), (.groupTimedWait, .groupWait): .independent
        case (.groupTimedWait, .groupTimedWait), (.groupWait, .groupNotify), (.groupNotify, .groupWait): .independent
        // (Which of several leaves is the last is open: so who looks whether the group is empty comes before or after each of them.)
        case (.groupTimedWait, .groupNotify), (.groupNotify, .groupTimedWait): .independent
        case (.semaphoreSignal, .semaphoreSignal), (.semaphoreRefused, .semaphoreRefused): .independent
        case (.semaphoreSignal, .semaphoreWait), (.semaphoreRefused, .semaphoreWait): .enables
        case (.workRead, .workRead), (.workRead, .workEnd), (.workEnd, .workRead): .independent
        case (.workRead, .workEndAgain), (.workEndAgain, .workRead), (.workBeginAgain, .workBeginAgain): .independent
        case (.workBeginAgain, .workRead), (.workRead, .workBeginAgain), (.workBeginAgain, .workEnd), (.workEnd, .workBeginAgain),
            (.workBeginAgain, .workEndAgain), (.workEndAgain, .workBeginAgain):
            .independent
        case (.workWait, .workWait), (.workWait, .workRead), (.workRead, .workWait): .independent
        case (.workRead, .workNotify), (.workNotify, .workRead), (.workTimedWait, .workTimedWait): .independent
        case (.workEnd, .workWait): .enables
        case (.occurrence, .occurrenceWait): .enables
        case (.occurrenceWait, .occurrenceWait), (.occurrenceLook, .occurrenceLook): .independent
        case (.occurrenceWait, .occurrenceLook), (.occurrenceLook, .occurrenceWait): .independent
        // Which results a group gives depends on the order of its children's ends; the runtime tells after which of them a task goes on.
        case (.offer, .offerTaken), (.offerTaken, .offer), (.offer, .offersAwaited), (.offersAwaited, .offer): .independent
        case (.cancellationTest, .cancellationTest), (.barrierWait, .barrierWait): .independent
        case (.barrierArrival, .barrierWait): .enables
        default: ofOperations(first, second)
        }
    }

    /// Whether it is ordered with everything that is done to the same object (and to the same bytes of it).
    var isTotal: Bool {
        switch self {
        case .write, .atomicUpdate, .futexLock, .lock, .conditionSignal, .conditionBroadcast, .onceEnter: true
        default: false
        }
    }
}

extension Operation {
    /// Whether two tasks' next operations may be done in either order with the same result.
    @inline(__always)
    static func commute(_ one: Operation, _ another: Operation) -> Bool {
        if one.meetsAtRecords(another) { return false }
        // Mostly each has one object, and not the same.
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
