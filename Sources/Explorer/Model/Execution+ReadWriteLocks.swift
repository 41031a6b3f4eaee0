import Glibc

/// Read-write locks, as in glibc.
///
/// A thread can acquire a lock for reading that it already holds for reading; it must release it as
/// often. As a rule it then does not block, even if writers wait for the lock. A lock that prefers
/// writers (`PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP`) admits no reader while a writer waits.
/// A thread that already reads then waits for a writer that waits for it.
extension Execution {
    /// A task that holds a lock for reading more than once, and how often beyond the first time.
    struct ReadHold: Hashable {
        var lock: Int32
        var task: Int
    }

    /// The number of waiting writers, kept in a second object next to the lock's own.
    private func writersWaiting(_ key: UInt) -> Int32 {
        let index = object((key + 8) | 1)
        objects[index].isKnown = true
        return index
    }

    func writeLock(_ key: UInt, prefersWriters: Bool, place: UInt) -> Int64 {
        guard prefersWriters else { return lock(key, isRecursive: false, isChecked: true, place: place) }
        let waiting = writersWaiting(key)
        visit(Operation(kind: .groupEnter, object: waiting, place: place))
        objects[waiting].value += 1
        defer { objects[waiting].value -= 1 }
        return lock(key, isRecursive: false, isChecked: true, place: place)
    }

    func readLock(_ key: UInt, prefersWriters: Bool, place: UInt) -> Int64 {
        let index = object(key | 1)
        if Int(objects[index].owner) == current { return Int64(EDEADLK) }
        if objects.isRead(index, by: current) {
            if prefersWriters { visit(Operation(kind: .groupWait, object: writersWaiting(key), place: place)) }
            readHolds[ReadHold(lock: index, task: current), default: 0] += 1
            return 0
        }
        visit(Operation(kind: .readLock, object: index, place: place))
        _ = objects.tryReadLock(index, by: current)
        detector.acquire(current, from: objects[index].released)
        return 0
    }

    func tryReadLock(_ key: UInt, prefersWriters: Bool, refusal: Int64, place: UInt) -> Int64 {
        let index = object(key | 1)
        if objects.isRead(index, by: current) {
            if prefersWriters {
                let waiting = writersWaiting(key)
                visit(Operation(kind: .groupTimedWait, object: waiting, place: place))
                if objects[waiting].value > 0 { return refusal }
            }
            readHolds[ReadHold(lock: index, task: current), default: 0] += 1
            return 0
        }
        var operation = arrive(at: Operation(kind: .tryReadLock, object: index, place: place))
        let isTaken = objects.tryReadLock(index, by: current)
        if !isTaken { operation.kind = .readLockRefused }
        commit(operation)
        guard isTaken else { return refusal }
        detector.acquire(current, from: objects[index].released)
        return 0
    }

    func readWriteUnlock(_ key: UInt, place: UInt) -> Int64 {
        let index = object(key | 1)
        if Int(objects[index].owner) == current { return unlock(key, isRecursive: false, isChecked: false, place: place) }
        if let more = readHolds[ReadHold(lock: index, task: current)], more > 0 {
            readHolds[ReadHold(lock: index, task: current)] = more - 1
            return 0
        }
        visit(Operation(kind: .readUnlock, object: index, place: place))
        objects.endReading(index, by: current)
        detector.release(current, into: &objects[index].releasedByReaders, keeping: true)
        return 0
    }
}
