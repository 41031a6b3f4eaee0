import TraceRecords

/// Calls on which libdispatch traps, and misuse of locks.
extension Execution {
    /// The running task ends here. (The return value is unused; it suits the callers.)
    @discardableResult
    func misuse(_ misuse: Failure.Misuse, about object: UInt64 = 0, place: UInt) -> Int64 {
        report(.misuse(misuse, task: current, place: place))
        if isLogging {
            noteCallers()
            log?.append(
                .init(
                    task: current, kind: .note, object: object, detail: EventKind.endOfSchedule, place: place, text: misuse.step,
                    callers: log?.callers[current] ?? []))
        }
        leave(current, as: .trapped)
        return 0
    }

    /// The program drops its last reference to a libdispatch object.
    func letGo(_ key: UInt, place: UInt) -> Int64 {
        guard let index = objects.find(key | 1) else { return 0 }
        switch objects[index].kind {
        case .semaphore where objects[index, Semaphore.self].isInUse: return misuse(.semaphoreInUse, place: place)
        case .source: return letGo(ofSource: Int(objects[index, SourceNumber.self].number), place: place)
        case .queue where queues[objects[index, QueueNumber.self].number].suspensions > 0: return misuse(.queueSuspended, place: place)
        default: return 0
        }
    }
}

extension Failure.Misuse {
    /// The last step of the schedule, after the thread's name.
    fileprivate var step: String {
        let deed =
            switch self {
            case .unbalancedLeave: "leaves a group that is empty"
            case .overResume: "resumes a queue or source that is not suspended"
            case .unlockNotHeld: "releases a lock that it does not hold"
            case .lockDestroyed: "destroys a lock that a thread still holds"
            case .semaphoreInUse: "destroys a semaphore that is in use"
            case .queueSuspended: "destroys a queue that is suspended or was never activated"
            case .sourceSuspended: "destroys a source that is suspended or was never activated"
            case .itemAwaitedTwice: "waits for a work item a second time"
            case .itemRunAndAwaited: "runs a work item again, although a thread waits for it"
            case .itemRunAndNotified: "calls notify on a work item that has run more than once"
            case .resumedTwice: "resumes a continuation that was resumed before"
            }
        switch self {
        case .unlockNotHeld, .lockDestroyed, .resumedTwice: return "\(deed): the effect is undefined, and the schedule ends here"
        default: return "\(deed): libdispatch stops the program here (a trap)"
        }
    }
}
