import CInterposition
import Glibc

/// Read-write locks, as in glibc.
///
/// A thread can acquire a lock for reading that it already holds for reading; it must release it as
/// often. As a rule it then does not block, even if writers wait for the lock. A lock that prefers
/// writers (`PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP`) admits no reader while a writer waits.
/// A thread that already reads then waits for a writer that waits for it.
extension Execution {
    func answerReadWriteLocks(_ call: UnsafePointer<interleave_call>) -> Int64 {
        let key = call.pointee.object, place = call.pointee.caller, refusal = Int64(truncatingIfNeeded: call.pointee.value)
        let prefersWriters = call.pointee.has(INTERLEAVE_PREFERS_WRITERS)
        return switch interleave_call_kind(call.pointee.kind) {
        case INTERLEAVE_WRITE_LOCK: writeLock(key, prefersWriters: prefersWriters, place: place)
        case INTERLEAVE_TRY_WRITE_LOCK: tryLock(key, isRecursive: false, refusal: refusal, place: place)
        case INTERLEAVE_READ_LOCK: readLock(key, prefersWriters: prefersWriters, place: place)
        case INTERLEAVE_TRY_READ_LOCK: tryReadLock(key, prefersWriters: prefersWriters, refusal: refusal, place: place)
        default: readWriteUnlock(key, place: place)
        }
    }

    /// A task that holds a lock for reading more than once, and how often beyond the first time.
    struct ReadHold: Hashable {
        var lock: Int32
        var task: Int
    }

    /// The waiting writers, as a group in a second object next to the lock's own.
    private func writersWaiting(_ key: UInt) -> Int32 {
        let index = object((key + 8) | 1, as: Group.self)
        objects[index, Group.self].isOfWriters = true
        return index
    }

    func writeLock(_ key: UInt, prefersWriters: Bool, place: UInt) -> Int64 {
        guard prefersWriters else { return lock(key, isRecursive: false, isChecked: true, place: place) }
        let waiting = writersWaiting(key)
        visit(Operation(kind: .groupEnter, object: waiting, place: place))
        objects[waiting, Group.self].count += 1
        defer { objects[waiting, Group.self].count -= 1 }
        return lock(key, isRecursive: false, isChecked: true, place: place)
    }

    func readLock(_ key: UInt, prefersWriters: Bool, place: UInt) -> Int64 {
        let index = object(key | 1, as: Lock.self)
        if objects[index, Lock.self].isOwned(by: current) { return Int64(EDEADLK) }
        if objects[index, Lock.self].readers.contains(current) {
            if prefersWriters { visit(Operation(kind: .groupWait, object: writersWaiting(key), place: place)) }
            readHolds[ReadHold(lock: index, task: current), default: 0] += 1
            return 0
        }
        visit(Operation(kind: .readLock, object: index, place: place))
        _ = objects[index, Lock.self].tryRead(by: current)
        detector.acquire(current, from: objects[index].released)
        return 0
    }

    func tryReadLock(_ key: UInt, prefersWriters: Bool, refusal: Int64, place: UInt) -> Int64 {
        let index = object(key | 1, as: Lock.self)
        if objects[index, Lock.self].readers.contains(current) {
            if prefersWriters {
                let waiting = writersWaiting(key)
                visit(Operation(kind: .groupTimedWait, object: waiting, place: place))
                if objects[waiting, Group.self].count > 0 { return refusal }
            }
            readHolds[ReadHold(lock: index, task: current), default: 0] += 1
            return 0
        }
        var operation = arrive(at: Operation(kind: .tryReadLock, object: index, place: place))
        let isTaken = objects[index, Lock.self].tryRead(by: current)
        if !isTaken { operation.kind = .readLockRefused }
        commit(operation)
        guard isTaken else { return refusal }
        detector.acquire(current, from: objects[index].released)
        return 0
    }

    func readWriteUnlock(_ key: UInt, place: UInt) -> Int64 {
        let index = object(key | 1, as: Lock.self)
        if objects[index, Lock.self].isOwned(by: current) { return unlock(key, isRecursive: false, isChecked: false, place: place) }
        if let more = readHolds[ReadHold(lock: index, task: current)], more > 0 {
            readHolds[ReadHold(lock: index, task: current)] = more - 1
            return 0
        }
        visit(Operation(kind: .readUnlock, object: index, place: place))
        objects[index, Lock.self].readers.remove(current)
        detector.release(current, into: &objects[index].releasedByReaders, keeping: true)
        return 0
    }
}
