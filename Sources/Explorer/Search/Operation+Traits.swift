/// The facts about a kind of step that more than one part of the explorer needs.
struct StepTraits {
    struct Flags: OptionSet, BitwiseCopyable {
        let rawValue: UInt8
        /// A thread can block on it until another thread gives something back: a lock, a unit of a semaphore, an initialiser.
        static let awaitsHolder = Flags(rawValue: 1)
        /// A thread can block on it until something happens: a signal, an end, its turn on a queue.
        static let awaitsEvent = Flags(rawValue: 2)
        /// It is always enabled. (A kind without this flag is asked each time: that is never wrong, and costs time.)
        static let isNeverHeld = Flags(rawValue: 4)
        /// It is ordered with every operation on the same object, and the same bytes of it. (Without this flag: looked at pair by pair.)
        static let isTotal = Flags(rawValue: 8)
        /// It only reads, or may leave everything as it was: a loop of such steps can spin.
        static let isLook = Flags(rawValue: 16)
    }

    /// The kind of object that it is a step on.
    let primitive: PrimitiveKind
    let flags: Flags
    /// For a step on two objects: what it does to the second one.
    let second: Operation.Kind?
    /// For a thread that is blocked there in a deadlock: the reason.
    let cause: Failure.Waiting.Cause?

    @inline(__always)
    init(
        _ primitive: PrimitiveKind, _ flags: Flags = [], second: Operation.Kind? = nil, waitsFor cause: Failure.Waiting.Cause? = nil
    ) {
        self.primitive = primitive
        self.flags = flags
        self.second = second
        self.cause = cause
    }
}

extension Operation.Kind {
    /// One row a kind: the compiler asks for that of a new one.
    @inline(__always)
    var traits: StepTraits {
        switch self {
        case .begin: .init(.plain, second: .workRead)
        case .letGo, .letGoSpare, .retain: .init(.plain, .isNeverHeld)
        case .join: .init(.plain, .awaitsEvent, waitsFor: .end)
        case .cancellation, .internalLock: .init(.plain)
        case .cancellationTest: .init(.plain, .isLook)
        case .failure: .init(.plain, second: .offer)
        case .read, .atomicLoad: .init(.word, [.isNeverHeld, .isLook])
        case .write, .atomicUpdate: .init(.word, [.isNeverHeld, .isTotal, .isLook])
        case .futexLock: .init(.word, [.awaitsHolder, .isTotal, .isLook], waitsFor: .lock)
        case .lock: .init(.lock, [.awaitsHolder, .isTotal, .isLook], waitsFor: .lock)
        case .readLock: .init(.lock, [.awaitsHolder, .isLook], waitsFor: .readLock)
        case .runtimeLock: .init(.lock, .awaitsHolder, waitsFor: .handlers)
        case .tryLock, .lockRefused, .lockRefusedByReaders, .tryReadLock, .readLockRefused: .init(.lock, .isLook)
        case .unlock, .readUnlock: .init(.lock, [.isNeverHeld, .isLook])
        case .conditionSleep: .init(.condition, second: .unlock)
        case .conditionWake: .init(.condition, .awaitsEvent, second: .lock, waitsFor: .condition)
        case .conditionSignal, .conditionBroadcast: .init(.condition, .isTotal)
        case .conditionTimedWait: .init(.condition, .isNeverHeld)
        case .conditionTimedOut: .init(.condition)
        case .onceEnter: .init(.once, [.awaitsHolder, .isTotal], waitsFor: .initialiser)
        case .onceLeave: .init(.once, .isNeverHeld)
        case .oncePass: .init(.once, [.isNeverHeld, .isLook])
        case .enqueueShared, .enqueue: .init(.queue, [.isNeverHeld, .isLook], second: .readinessAdd)
        case .itemEndShared, .itemEnd: .init(.queue, [.isNeverHeld, .isLook])
        case .itemBeginShared, .itemBegin: .init(.queue, [.awaitsEvent, .isLook], second: .workRead, waitsFor: .queue)
        case .turnBegin: .init(.queue, .awaitsEvent, second: .workRead, waitsFor: .queue)
        case .queueOrdered: .init(.queue)
        case .groupEnter, .groupEnterNotified, .groupLeave, .groupLeaveOrdered, .groupNotify: .init(.group, .isNeverHeld)
        case .groupWait: .init(.group, .awaitsEvent, waitsFor: .group)
        case .groupTimedWait: .init(.group, [.awaitsEvent, .isLook], waitsFor: .group)
        case .semaphoreSignal: .init(.semaphore, .isNeverHeld)
        case .semaphoreWait, .semaphoreTry: .init(.semaphore, .awaitsHolder, waitsFor: .semaphore)
        case .semaphoreWaitSpare: .init(.semaphore)
        case .semaphoreRefused: .init(.semaphore, .isLook)
        case .workRead: .init(.workItem, .isLook)
        case .workCancel, .workBeginAgain, .workEnd, .workEndAgain, .workNotify: .init(.workItem)
        case .workWait: .init(.workItem, .awaitsEvent, waitsFor: .workItem)
        case .workTimedWait: .init(.workItem, [.awaitsEvent, .isLook], waitsFor: .workItem)
        case .occurrence: .init(.occurrence, second: .offer)
        case .occurrenceWait: .init(.occurrence, .awaitsEvent, waitsFor: .task)
        case .occurrenceLook: .init(.occurrence)
        case .offer, .offerLook: .init(.taskGroup)
        case .offerTaken, .offersAwaited: .init(.taskGroup, .awaitsEvent, waitsFor: .taskGroup)
        case .operationBegin: .init(.operation, waitsFor: .dependency)
        case .operationTurn: .init(.operation, .awaitsEvent, second: .workRead, waitsFor: .queue)
        case .operationRead: .init(.operation, .isLook)
        case .operationReadReady: .init(.operation, .isLook, second: .readinessRead)
        case .operationDepends: .init(.operation, second: .readinessRelation)
        case .operationCancel: .init(.operation, second: .readinessCancel)
        case .operationFinishRelied: .init(.operation, second: .readinessChange)
        case .operationWrite, .operationFinish: .init(.operation)
        case .operationWait: .init(.operation, .awaitsEvent, waitsFor: .operation)
        case .readinessChange, .readinessRead, .readinessRelation, .readinessCancel, .readinessAdd, .readinessTurn: .init(.operation)
        case .operationOrdered, .operationBarrier: .init(.operationQueue, second: .readinessTurn)
        case .operationLeave, .operationLeaveSerial: .init(.operationQueue)
        case .operationQueueRead: .init(.operationQueue, .isLook)
        case .operationQueueWait: .init(.operationQueue, .awaitsEvent, waitsFor: .operationQueue)
        case .sourceIdle: .init(.source)
        case .sourceMerge, .sourceChange: .init(.source, second: .enqueue)
        case .barrierArrival: .init(.barrierPhase)
        case .barrierWait: .init(.barrierPhase, .awaitsEvent, waitsFor: .barrier)
        case .pipeRead, .pipeWrite: .init(.pipe, .awaitsEvent, waitsFor: .pipe)
        case .pipeTouch: .init(.pipe)
        }
    }

    /// Whether it is always enabled.
    @inline(__always) var isNeverHeld: Bool { traits.flags.contains(.isNeverHeld) }
    /// Whether it is ordered with every operation on the same object (and the same bytes of it).
    @inline(__always) var isTotal: Bool { traits.flags.contains(.isTotal) }
    /// Whether it only reads, or may leave everything as it was.
    @inline(__always) var isLook: Bool { traits.flags.contains(.isLook) }
    /// Whether a thread can block on it.
    @inline(__always) var mayWait: Bool { !traits.flags.isDisjoint(with: [.awaitsHolder, .awaitsEvent]) }
}
