/// A step of a task that others can notice: what it does, and to what.
struct Operation {
    enum Kind: UInt8 {
        /// The task's first step.
        case begin
        case read, write
        case atomicLoad, atomicUpdate
        case lock, tryLock, unlock
        case readLock, tryReadLock, readWriteUnlock
        case conditionSleep, conditionWake, conditionSignal, conditionBroadcast
        case join
        case onceEnter, onceLeave
        case enqueue, start, finish
        case groupEnter, groupLeave, groupWait
        case semaphoreWait, semaphoreSignal
        case yield
    }

    var kind: Kind
    /// Index into the model's objects; -1: none.
    var object: Int32 = -1
    /// A second object, an item, a flag: as the kind has it.
    var detail: Int32 = 0
    /// The wait gives up when it cannot go on.
    var mayTimeOut = false
    /// Where the program asks for it.
    var place: UInt = 0
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

extension Operation {
    /// - Parameter first: the earlier one, on the same object.
    static func relation(_ first: Kind, _ second: Kind) -> Relation {
        switch (first, second) {
        case (.read, .read), (.atomicLoad, .atomicLoad): .independent
        case (.read, _), (.write, _), (.atomicLoad, _), (.atomicUpdate, _): .conflicts
        case (.lock, .unlock), (.readLock, .readWriteUnlock), (.lock, .readWriteUnlock): .enables
        case (.unlock, .lock), (.readWriteUnlock, .lock), (.readWriteUnlock, .readLock): .enables
        case (.readLock, .readLock), (.readLock, .tryReadLock), (.tryReadLock, .readLock), (.tryReadLock, .tryReadLock): .independent
        case (.readWriteUnlock, .readWriteUnlock), (.unlock, .unlock): .enables
        case (.groupEnter, .groupEnter), (.groupLeave, .groupEnter), (.groupEnter, .groupLeave), (.groupLeave, .groupLeave): .enables
        case (.groupLeave, .groupWait): .enables
        case (.semaphoreSignal, .semaphoreSignal): .independent
        case (.conditionSleep, .conditionWake), (.conditionSignal, .conditionWake), (.conditionBroadcast, .conditionWake): .enables
        case (.conditionWake, .conditionSignal), (.conditionWake, .conditionBroadcast), (.conditionWake, .conditionSleep): .enables
        case (.onceEnter, .onceLeave), (.onceLeave, .onceEnter), (.onceLeave, .onceLeave): .enables
        case (.start, .start), (.enqueue, .start), (.start, .enqueue), (.finish, .start), (.start, .finish), (.finish, .finish),
            (.enqueue, .finish), (.finish, .enqueue):
            .enables
        case (.begin, _), (_, .begin), (.yield, _), (_, .yield), (.join, _), (_, .join): .independent
        default: .conflicts
        }
    }
}
