import CInterposition

/// Writes down what an execution does.
final class ExecutionWatcher {
    /// More would be read by nobody, and fill the memory.
    private static let limit = 200_000

    private let engine: Unmanaged<Engine>
    private let base: UInt
    private let size: UInt
    /// Where the program made the call that is being answered.
    var place: UInt = 0
    private(set) var log = ExecutionLog()
    private var numbers: [UInt: Int] = [:]
    private var syncedItems = 1000
    private var openSyncs: [Int: [Int]] = [:]
    private var waiting: [Int: (cause: ExecutionLog.Cause, object: Int)] = [:]

    init(_ engine: Engine) {
        self.engine = .passUnretained(engine)
        var size = 0
        base = interleave_program_base(&size)
        self.size = UInt(size)
    }

    /// The place in the program's file; 0 outside of it.
    func offset(_ address: UInt) -> UInt { address >= base && address - base < size ? address - base : 0 }

    // MARK: what the engine tells

    func added(_ task: Int, by parent: Int?, _ job: Engine.Job) {
        log.tasks.append(.init(parent: parent, place: parent == nil ? 0 : offset(place)))
        guard let parent else { return }
        if job.queue < 0 {
            note(.created, by: parent, object: task, at: place)
        } else {
            note(.enqueued, by: parent, object: number(ofQueue: job.queue), item: task, extra: how(job), at: place)
        }
    }

    /// A task that is an item of a queue begins with its work.
    func began(_ task: Int, _ job: Engine.Job) {
        if job.queue >= 0 { note(.itemBegan, by: task, object: number(ofQueue: job.queue), item: task, extra: how(job), at: 0) }
    }

    func ended(_ task: Int, _ job: Engine.Job, wasTrapped: Bool) {
        waiting[task] = nil
        if wasTrapped { return note(.trapped, by: task, at: 0) }
        if job.queue >= 0 { note(.itemEnded, by: task, object: number(ofQueue: job.queue), item: task, extra: how(job), at: 0) }
        note(.ended, by: task, at: 0)
    }

    /// A task hands an item to a queue and waits until it has run: it runs it itself.
    func syncs(_ task: Int, _ job: Engine.Job, at place: UInt) {
        syncedItems += 1
        openSyncs[task, default: []].append(syncedItems)
        note(.enqueued, by: task, object: number(ofQueue: job.queue), item: syncedItems, extra: how(job) | ExecutionLog.How.sync, at: place)
    }

    func beganSync(_ task: Int, _ job: Engine.Job) { noteSync(.itemBegan, task, job, openSyncs[task]?.last) }

    func endedSync(_ task: Int, _ job: Engine.Job) { noteSync(.itemEnded, task, job, openSyncs[task]?.popLast()) }

    private func noteSync(_ act: ExecutionLog.Act, _ task: Int, _ job: Engine.Job, _ item: Int?) {
        note(act, by: task, object: number(ofQueue: job.queue), item: item ?? -1, extra: how(job) | ExecutionLog.How.sync, at: 0)
    }

    func madeSemaphore(_ index: Int32, value: Int) {
        let task = engine._withUnsafeGuaranteedRef { $0.current }
        note(.semaphoreMade, by: task, object: number(of: index), extra: value, at: place)
    }

    private func how(_ job: Engine.Job) -> Int {
        (job.isBarrier ? ExecutionLog.How.barrier : 0) | (job.group >= 0 ? ExecutionLog.How.inGroup : 0)
            | (job.isTimer ? ExecutionLog.How.later : 0)
    }

    /// A task stands before an operation.
    func arrived(_ operation: Operation, by task: Int, canGoOn: Bool) {
        guard !canGoOn, !operation.isFire else { return }
        let cause: ExecutionLog.Cause
        switch operation.kind {
        case .join: cause = .end
        case .readLock: cause = .readLock
        case .onceEnter: cause = .initialiser
        case .conditionWake: cause = .condition
        case .groupWait: cause = .group
        case .semaphoreWait: cause = .semaphore
        case .workWait: cause = .workItem
        // An item's enqueue and begin say it.
        case .begin, .itemBegin, .itemBeginShared, .turnBegin: return
        default: cause = .lock
        }
        let object = cause == .end ? Int(operation.target) : number(of: operation.object)
        waiting[task] = (cause, object)
        note(.waits, by: task, object: object, at: operation.place, cause: cause)
    }

    /// A task makes an operation, whose effect is still to come.
    func made(_ operation: Operation, by task: Int) {
        if let wait = waiting.removeValue(forKey: task) { note(.waited, by: task, object: wait.object, at: operation.place, cause: wait.cause) }
        let place = operation.place
        let object = operation.object >= 0 ? number(of: operation.object) : -1
        switch operation.kind {
        case .begin where operation.target < 0: note(.began, by: task, at: 0)
        case .begin, .read, .write, .oncePass, .workRead, .workEnd, .workNotify: break
        case .enqueue, .enqueueShared, .itemBegin, .itemBeginShared, .itemEnd, .itemEndShared, .turnBegin: break
        case .queueOrdered: break
        case .atomicLoad: note(.readAtomically, by: task, object: object, extra: operation.mask.nonzeroBitCount, at: place)
        case .atomicUpdate: note(.wroteAtomically, by: task, object: object, extra: operation.mask.nonzeroBitCount, at: place)
        case .lock, .tryLock: note(.locked, by: task, object: object, at: place)
        case .lockRefused, .readLockRefused: note(.triedInVain, by: task, object: object, at: place)
        case .unlock: note(.unlocked, by: task, object: object, at: place)
        case .readLock, .tryReadLock: note(.lockedForReading, by: task, object: object, at: place)
        case .readUnlock: note(.unlockedForReading, by: task, object: object, at: place)
        case .conditionSleep:
            note(.unlocked, by: task, object: number(of: operation.other), at: place)
            note(.fellAsleep, by: task, object: object, at: place)
        case .conditionWake: note(.locked, by: task, object: number(of: operation.other), at: place)
        case .conditionSignal, .conditionBroadcast:
            let sleepers = engine._withUnsafeGuaranteedRef { $0.objects[operation.object].sleepers.count }
            note(operation.kind == .conditionSignal ? .signalled : .signalledAll, by: task, object: object, extra: sleepers, at: place)
        case .join: note(.joined, by: task, object: Int(operation.target), at: place)
        case .onceEnter: note(.onceBegan, by: task, object: object, at: place)
        case .onceLeave: note(.onceEnded, by: task, object: object, at: place)
        case .groupEnter, .groupEnterNotified: note(.entered, by: task, object: object, at: place)
        case .groupLeave, .groupLeaveLast, .groupLeaveOrdered: note(.left, by: task, object: object, at: place)
        case .groupNotify: note(.asksToBeNotified, by: task, object: object, at: place)
        case .semaphoreSignal: note(.semaphoreSignalled, by: task, object: object, at: place)
        case .semaphoreWait, .semaphoreWaitSpare, .semaphoreTry: note(.semaphoreTaken, by: task, object: object, at: place)
        case .semaphoreRefused: note(.timedOut, by: task, object: object, at: place, cause: .semaphore)
        case .groupWait, .groupTimedWait, .workWait, .workTimedWait: break
        case .workCancel: note(.workCancelled, by: task, object: object, at: place)
        }
    }

    /// A task reads or writes memory.
    func touched(_ address: UInt, size: Int, writes: Bool, isMark: Bool, place: UInt, by task: Int) {
        if isMark { return }
        note(writes ? .wrote : .read, by: task, object: number(ofAddress: address & ~7), extra: size, at: place)
    }

    // MARK: numbers

    private func number(of index: Int32) -> Int { number(ofAddress: engine._withUnsafeGuaranteedRef { $0.objects[index].key }) }

    private func number(ofAddress key: UInt) -> Int {
        if let number = numbers[key] { return number }
        let number = log.objects.count
        numbers[key] = number
        log.objects.append(.init(variable: offset(key & ~1)))
        return number
    }

    private func number(ofQueue queue: Int32) -> Int {
        let (key, kind) = engine._withUnsafeGuaranteedRef { ($0.objects[$0.queues[queue].object].key, $0.queues[queue].kind) }
        let number = number(ofAddress: key)
        if log.objects[number].queueKind == nil {
            log.objects[number].queueKind = Self.order.firstIndex(of: kind)
            log.objects[number].label = UnsafeRawPointer(bitPattern: key & ~1).flatMap(Self.label).map { String(cString: $0) }
        }
        return number
    }

    private static let order: [SharedQueues.Kind] = [.serial, .concurrent, .main, .global]

    @_silgen_name("dispatch_queue_get_label")
    private static func label(_ queue: UnsafeRawPointer?) -> UnsafePointer<CChar>?

    private func note(
        _ act: ExecutionLog.Act, by task: Int, object: Int = -1, item: Int = -1, extra: Int = 0, at place: UInt, cause: ExecutionLog.Cause? = nil
    ) {
        guard log.entries.count < Self.limit else {
            log.isCut = true
            return
        }
        var places: [UInt] = []
        if place != 0 {
            places.append(offset(place))
            // Another task's functions are not those that led here.
            if task == engine._withUnsafeGuaranteedRef({ $0.current }) {
                withUnsafeTemporaryAllocation(of: UInt.self, capacity: 16) { room in
                    let count = Int(interleave_calls(room.baseAddress, 16))
                    for index in 0..<count { places.append(offset(room[index])) }
                }
            }
            while places.last == 0 { places.removeLast() }
        }
        log.entries.append(.init(task: task, act: act, object: object, item: item, extra: extra, cause: cause, places: places))
    }
}
