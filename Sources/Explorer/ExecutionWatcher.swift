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

    func added(_ task: Int, by parent: Int?) {
        log.tasks.append(.init(parent: parent, place: parent == nil ? 0 : offset(place)))
        if let parent { note(.created, by: parent, object: task, at: place) }
    }

    func ended(_ task: Int) {
        waiting[task] = nil
        note(.ended, by: task, at: 0)
    }

    func trapped(_ task: Int, at place: UInt) { note(.trapped, by: task, at: place) }

    /// A task stands before an operation.
    func arrived(_ operation: Operation, by task: Int, canGoOn: Bool) {
        guard !canGoOn else { return }
        let cause: ExecutionLog.Cause, object: Int
        switch operation.kind {
        case .join: (cause, object) = (.end, Int(operation.target))
        case .readLock: (cause, object) = (.readLock, number(of: operation.object))
        case .onceEnter: (cause, object) = (.initialiser, number(of: operation.object))
        case .conditionWake: (cause, object) = (.condition, number(of: operation.object))
        default: (cause, object) = (.lock, number(of: operation.object))
        }
        waiting[task] = (cause, object)
        note(.waits, by: task, object: object, at: operation.place, cause: cause)
    }

    /// A task makes an operation, whose effect is still to come.
    func made(_ operation: Operation, by task: Int) {
        if let wait = waiting.removeValue(forKey: task) { note(.waited, by: task, object: wait.object, at: operation.place, cause: wait.cause) }
        let place = operation.place
        let object = operation.object >= 0 ? number(of: operation.object) : -1
        switch operation.kind {
        case .begin: note(.began, by: task, at: 0)
        case .read, .write, .oncePass: break
        case .atomicLoad: note(.readAtomically, by: task, object: object, extra: operation.mask.nonzeroBitCount, at: place)
        case .atomicUpdate: note(.wroteAtomically, by: task, object: object, extra: operation.mask.nonzeroBitCount, at: place)
        case .lock: note(.locked, by: task, object: object, at: place)
        case .tryLock: note(isFree(operation.object, forReading: false) ? .locked : .triedInVain, by: task, object: object, at: place)
        case .unlock: note(.unlocked, by: task, object: object, at: place)
        case .readLock: note(.lockedForReading, by: task, object: object, at: place)
        case .tryReadLock:
            note(isFree(operation.object, forReading: true) ? .lockedForReading : .triedInVain, by: task, object: object, at: place)
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
        }
    }

    /// A task reads or writes memory.
    func touched(_ address: UInt, size: Int, writes: Bool, isMark: Bool, place: UInt, by task: Int) {
        if isMark { return }
        note(writes ? .wrote : .read, by: task, object: number(ofAddress: address & ~7), extra: size, at: place)
    }

    // MARK: numbers

    private func isFree(_ index: Int32, forReading: Bool) -> Bool {
        engine._withUnsafeGuaranteedRef { $0.objects[index].owner < 0 && (forReading || $0.objects[index].readers.isEmpty) }
    }

    private func number(of index: Int32) -> Int { number(ofAddress: engine._withUnsafeGuaranteedRef { $0.objects[index].key }) }

    private func number(ofAddress key: UInt) -> Int {
        if let number = numbers[key] { return number }
        let number = log.objects.count
        numbers[key] = number
        log.objects.append(.init(variable: offset(key & ~1)))
        return number
    }

    private func note(
        _ act: ExecutionLog.Act, by task: Int, object: Int = -1, extra: Int = 0, at place: UInt, cause: ExecutionLog.Cause? = nil
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
        log.entries.append(.init(task: task, act: act, object: object, extra: extra, cause: cause, places: places))
    }
}
