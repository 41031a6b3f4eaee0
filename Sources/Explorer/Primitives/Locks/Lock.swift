import CInterposition
import Glibc

/// A mutex, of any kind; or a read-write lock: a mutex that several tasks can hold as readers (ReadWriteLock.swift).
struct Lock: Primitive {
    static let kind = PrimitiveKind.lock
    /// The task that holds it; -1: none. And how often beyond the first time.
    var owner: Int32 = -1
    var depth: Int32 = 0
    /// The owner's number of changes when it acquired the lock.
    var effectsBefore = 0
    /// The tasks that hold it as readers.
    var readers = TaskSet()

    init() {}

    var isHeld: Bool { owner >= 0 || !readers.isEmpty }
    func isOwned(by task: Int) -> Bool { Int(owner) == task }

    func allows(_ operation: Operation, to task: Int) -> Bool {
        switch operation.kind {
        case .lock: owner < 0 && readers.isEmpty
        case .readLock, .runtimeLock: owner < 0
        default: true
        }
    }

    func holders(of operation: Operation) -> TaskSet {
        if owner >= 0 { return TaskSet(Int(owner)) }
        return operation.kind == .lock ? readers : TaskSet()
    }

    func visible(to task: Int, by kind: Operation.Kind) -> UInt64 {
        switch kind {
        case .tryLock, .lockRefused, .lockRefusedByReaders, .tryReadLock, .readLockRefused:
            (owner >= 0 && Int(owner) != task) || !readers.isEmpty ? 1 : 0
        default: 0
        }
    }

    mutating func tryAcquire(by task: Int) -> Bool {
        if isHeld { return false }
        owner = Int32(truncatingIfNeeded: task)
        return true
    }

    mutating func tryRead(by task: Int) -> Bool {
        if owner >= 0 { return false }
        readers.insert(task)
        return true
    }

    mutating func release() { owner = -1 }

    var contradiction: String? {
        if owner >= 0 && !readers.isEmpty { return "a lock has an owner and readers" }
        return owner < 0 && depth != 0 ? "a free lock is held more than once" : nil
    }
}

extension Execution {
    func answerLocks(_ call: UnsafePointer<interleave_call>) -> Int64 {
        let isRecursive = call.pointee.has(INTERLEAVE_RECURSIVE), isChecked = call.pointee.has(INTERLEAVE_CHECKED)
        return switch interleave_call_kind(call.pointee.kind) {
        case INTERLEAVE_LOCK: lock(call.pointee.object, isRecursive: isRecursive, isChecked: isChecked, place: call.pointee.caller)
        case INTERLEAVE_UNLOCK: unlock(call.pointee.object, isRecursive: isRecursive, isChecked: isChecked, place: call.pointee.caller)
        default:
            tryLock(
                call.pointee.object, isRecursive: isRecursive, refusal: Int64(truncatingIfNeeded: call.pointee.value),
                deadline: call.pointee.work, place: call.pointee.caller)
        }
    }

    func lock(_ key: UInt, isRecursive: Bool, isChecked: Bool, place: UInt) -> Int64 {
        let index = object(key | 1, as: Lock.self)
        if objects[index, Lock.self].isOwned(by: current) {
            if isRecursive {
                objects[index, Lock.self].depth += 1
                return 0
            }
            if isChecked { return Int64(EDEADLK) }
        }
        visit(Operation(kind: .lock, object: index, place: place))
        objects[index, Lock.self].owner = Int32(truncatingIfNeeded: current)
        acquired(lock: index)
        return 0
    }

    /// - Parameter deadline: until when it waits, on the program's clock; 0: it does not wait.
    func tryLock(_ key: UInt, isRecursive: Bool, refusal: Int64, deadline: UInt = 0, place: UInt) -> Int64 {
        let index = object(key | 1, as: Lock.self)
        if isRecursive && objects[index, Lock.self].isOwned(by: current) {
            objects[index, Lock.self].depth += 1
            return 0
        }
        var operation = arrive(at: Operation(kind: .tryLock, object: index, place: place))
        let isTaken = objects[index, Lock.self].tryAcquire(by: current)
        if !isTaken { operation.kind = objects[index, Lock.self].readers.isEmpty ? .lockRefused : .lockRefusedByReaders }
        commit(operation)
        guard isTaken else {
            if isLogging { logRefusal(of: operation) }
            passLimit(until: deadline, of: index)
            return refusal
        }
        acquired(lock: index)
        return 0
    }

    private func acquired(lock index: Int32) {
        objects[index, Lock.self].effectsBefore = tasks[current].effects
        comes(to: Self.free(index), at: detector.elapsed[current])
        detector.acquire(current, from: objects[index].released)
        detector.acquire(current, from: objects[index].releasedByReaders)
    }

    func unlock(_ key: UInt, isRecursive: Bool, isChecked: Bool, place: UInt) -> Int64 {
        let index = object(key | 1, as: Lock.self)
        if !objects[index, Lock.self].isOwned(by: current) {
            if isChecked && !isRecursive { return Int64(EPERM) }
            return misuse(.unlockNotHeld, about: UInt64(key & ~1), place: place)
        }
        if objects[index, Lock.self].depth > 0 {
            objects[index, Lock.self].depth -= 1
            return 0
        }
        visit(Operation(kind: .unlock, object: index, place: place))
        if tasks[current].effects != objects[index, Lock.self].effectsBefore { objects[index].version &+= 1 }
        objects[index, Lock.self].release()
        detector.release(current, into: &objects[index].released, keeping: false)
        comes(to: index, at: detector.elapsed[current])
        return 0
    }

    /// A lock or a condition is destroyed.
    func destroy(_ key: UInt, place: UInt) -> Int64 {
        guard let index = objects.find(key | 1) else { return 0 }
        if objects[index].kind == .lock && objects[index, Lock.self].isHeld { return misuse(.lockDestroyed, place: place) }
        objects.forget(index)
        return 0
    }
}

extension Operation.Kind {
    static func ofLocks(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        // An acquired lock was released before. Only which task acquires it first is open.
        case (.unlock, .lock), (.unlock, .readLock), (.readUnlock, .lock), (.lock, .unlock), (.unlock, .unlock), (.readUnlock, .unlock):
            .enables
        case (.lock, .readUnlock), (.unlock, .readUnlock), (.readLock, .unlock): .enables
        // If an attempt is refused, a task holds the lock: no other task could acquire it there.
        case (.lockRefused, .lockRefused), (.readLockRefused, .readLockRefused): .independent
        case (.lockRefused, .readLockRefused), (.readLockRefused, .lockRefused): .independent
        case (.lockRefused, .lock), (.lockRefused, .readLock), (.readLockRefused, .lock), (.readLockRefused, .readLock): .enables
        case (.lockRefused, .tryLock), (.readLockRefused, .tryLock), (.readLockRefused, .tryReadLock): .enables
        case (.lockRefusedByReaders, .lockRefusedByReaders): .independent
        case (.lockRefusedByReaders, .lock), (.lockRefusedByReaders, .tryLock): .enables
        case (.readLock, .readLock), (.readLock, .tryReadLock), (.tryReadLock, .readLock), (.tryReadLock, .tryReadLock): .independent
        case (.readUnlock, .readUnlock), (.readUnlock, .readLock), (.readLock, .readUnlock): .independent
        case (.readUnlock, .tryReadLock), (.tryReadLock, .readUnlock): .independent
        default: .conflicts
        }
    }
}
