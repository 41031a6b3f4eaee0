import CInterposition
import Glibc
import TraceRecords

/// Swift's Mutex (CInterposition/swift-mutex.c): acquiring, trying and releasing are one step each, as they are for other locks.
extension Execution {
    /// - Returns: 0 on success; else an error number.
    func mutex(_ kind: interleave_call_kind, _ address: UInt, place: UInt) -> Int64 {
        _ = isOnOwnStack(address)
        switch kind {
        case INTERLEAVE_MUTEX_LOCK:
            defer { note(mutex: address, place) }
            return lock(address, isRecursive: false, isChecked: true, place: place)
        case INTERLEAVE_MUTEX_TRY:
            defer { note(mutex: address, place) }
            return tryLock(address, isRecursive: false, refusal: Int64(EBUSY), place: place)
        default:
            // Steps that come after the release come after this access, too.
            note(mutex: address, place)
            return unlock(address, isRecursive: false, isChecked: false, place: place)
        }
    }

    /// The Mutex's word is memory like any other: initializing a Mutex while another task uses it
    /// is a data race.
    private func note(mutex address: UInt, _ place: UInt) {
        let bytes = mask(address, address + 4)
        if detector.access(address & ~7, mask: bytes, [.write, .atomic], by: current, at: place) { save(address & ~7) }
        if detector.found.count > 0 { noteRaces() }
    }

    /// Swift's Mutex stores the number of the thread that holds it; 0: it is free.
    private func owner(ofMutex address: UInt) -> UInt32 { UnsafePointer<UInt32>(bitPattern: address)?.pointee ?? 0 }

    /// The kind of event that is not logged.
    static var nothing: EventKind { EventKind(rawValue: 0) }

    /// The kernel's part of a Mutex in code that is not instrumented, once its word was found
    /// locked; and of a Mutex that the task already holds.
    /// - Returns: an error number if the lock is refused; else 0.
    func futex(_ kind: interleave_call_kind, _ address: UInt, place: UInt) -> Int64 {
        _ = isOnOwnStack(address)
        let bytes = mask(address, address + 4), index = word(address)
        // The kernel refuses a task that waits for itself, and Swift traps. (The last task that
        // changed a locked word holds it.)
        if kind == INTERLEAVE_FUTEX_LOCK, owner(ofMutex: address) != 0,
            objects[index, Word.self].updater(of: bytes) == current || objects[object(address | 1), Lock.self].isOwned(by: current)
        {
            return Int64(EDEADLK)
        }
        let operation = arrive(
            at: Operation(kind: kind == INTERLEAVE_FUTEX_LOCK ? .futexLock : .atomicUpdate, mask: bytes, object: index, place: place))
        let isTaken = owner(ofMutex: address) != 0
        commit(operation, as: kind == INTERLEAVE_FUTEX_UNLOCK ? .lockReleased : isTaken ? nil : .lockAcquired)
        if detector.access(address & ~7, mask: bytes, [.write, .atomic], by: current, at: place) { save(address & ~7) }
        if kind == INTERLEAVE_FUTEX_TRY, isTaken { return Int64(EAGAIN) }
        objects[index, Word.self].note(update: bytes, by: current)
        let cell = cell(address)
        if kind == INTERLEAVE_FUTEX_UNLOCK {
            detector.release(current, into: &objects[cell].released, keeping: true)
        } else {
            detector.acquire(current, from: objects[cell].released)
        }
        return 0
    }
}
