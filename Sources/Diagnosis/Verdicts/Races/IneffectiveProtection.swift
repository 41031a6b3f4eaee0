import Explorer
import Trace

/// The protection that two threads in a data race have, and why it does not order them: two locks,
/// a lock on one side only, a queue whose blocks run at the same time.
struct IneffectiveProtection {
    let words: String
    let hint: String
    /// Whether there is no protection at all, and the words explain the data race.
    var standsAlone = false
    /// Whether the advice names the very line to change.
    var isOfLine = false
}

extension Scene {
    func falseProtection(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> IneffectiveProtection? {
        if let known = lazyVariable(one, other) ?? lateInitialization(one, other) ?? lockInsideValue(one, other) ?? timedOutWait(one, other)
        {
            return known
        }
        guard let first = inside(one), let second = inside(other), !first.excludes(second) else { return nil }
        if let known = barrierOnGlobalQueue(first, second) ?? barrierWithoutOperations(one.task, other.task) { return known }
        if let known = sharedLock(first, second) ?? concurrentQueue(first, second) ?? wideSemaphore(first, second) { return known }
        if let known = lockOfOnesOwn(first, second) ?? queueOfOnesOwn(first, second) { return known }
        return operationsOfOneQueue(one.task, other.task) ?? sleepInsteadOfWait(one, other)
    }

    /// The locks that a thread holds, and the blocks that it runs, at an access.
    private struct Inside {
        /// A lock, or a place that a semaphore gives, which the thread has acquired and not
        /// released.
        struct Hold {
            var object: UInt64
            var isForReading: Bool
            /// For a semaphore: its first value.
            var width: UInt64 = 1
            var isSemaphore = false
            var places: [UInt]
        }
        var task: Int
        var holds: [Hold] = []
        /// The queues whose blocks the thread runs, and those on which such a block runs alone:
        /// serial queues, and others where it is a barrier.
        var queues: Set<UInt64> = []
        var owned: Set<UInt64> = []
        var barriersOnGlobalQueues: [ExecutionRecord.Entry] = []

        func isLike(_ other: Inside) -> Bool {
            Set(holds.map(\.object)) == Set(other.holds.map(\.object)) && queues == other.queues && owned == other.owned
        }

        /// Whether the two cannot be at their accesses at the same time.
        func excludes(_ other: Inside) -> Bool {
            !owned.isDisjoint(with: other.owned)
                || holds.contains { mine in
                    mine.width == 1 && other.holds.contains { $0.object == mine.object && !($0.isForReading && mine.isForReading) }
                }
        }
    }

    /// - Returns: nil if the access is not in the log, or if the thread reaches its place several
    ///   times with different locks and queues: then it is not known which time it raced.
    private func inside(_ access: ExplorationReport.Access) -> Inside? {
        let moments = log.entries.indices.lazy.filter { index in
            let entry = log.entries[index]
            return entry.isAccess && entry.task == access.task && entry.places.first == access.place
        }
        let all = moments.prefix(32).map { inside(access.task, before: $0) }
        return all.first.flatMap { first in all.allSatisfy(first.isLike) ? first : nil }
    }

    private func inside(_ task: Int, before end: Int) -> Inside {
        var inside = Inside(task: task), began: [UInt64: UInt64] = [:], wait: [UInt] = []
        let semaphore = UInt16(Trace.Wait.Kind.semaphore.rawValue)
        for entry in log.entries[..<end] where entry.task == task {
            switch entry.event {
            case .lockAcquired: inside.holds.append(.init(object: entry.object, isForReading: entry.detail == 1, places: entry.places))
            case .waitBegan: wait = entry.places
            // (A wait that timed out has acquired nothing.)
            case .waitEnded where entry.detail == semaphore:
                let made = log.entries.first { $0.event == .semaphoreCreated && $0.object == entry.object }
                guard let width = made?.argument, width > 0 else { break }
                inside.holds.append(.init(object: entry.object, isForReading: false, width: width, isSemaphore: true, places: wait))
            case .lockReleased, .semaphoreSignalled:
                if let index = inside.holds.lastIndex(where: { $0.object == entry.object }) { inside.holds.remove(at: index) }
            case .itemBegan: began[entry.object] = entry.argument
            case .itemEnded: began[entry.object] = nil
            default: break
            }
        }
        for (item, queue) in began {
            inside.queues.insert(queue)
            let enqueued = log.entries[..<end].last { $0.event == .itemEnqueued && $0.object == item }
            let isBarrier = enqueued.map { $0.detail & Self.barrier != 0 } ?? false
            if kind(queue) == .serial || kind(queue) == .concurrent && isBarrier { inside.owned.insert(queue) }
            if kind(queue) == .global && isBarrier { inside.barriersOnGlobalQueues += [enqueued].compactMap { $0 } }
        }
        return inside
    }

    /// Part of the detail of an enqueued item (`Format.md`).
    private static var barrier: UInt16 { 1 << 8 }

    private func kind(_ queue: UInt64) -> Trace.Queue.Kind? {
        log.entries.first { $0.event == .queueCreated && $0.object == queue }.flatMap { Trace.Queue.Kind(rawValue: Int($0.detail)) }
    }

    private func label(_ queue: UInt64) -> String {
        TaskNames.queue(log.entries.first { $0.event == .queueCreated && $0.object == queue }?.text ?? "")
    }

    // MARK: what both have

    private func barrierOnGlobalQueue(_ one: Inside, _ other: Inside) -> IneffectiveProtection? {
        guard let barrier = (one.barriersOnGlobalQueues + other.barriersOnGlobalQueues).first else { return nil }
        return IneffectiveProtection(
            words:
                "The block of \(quote(barrier.places)) was submitted as a barrier, but to a global queue. The whole process shares the global queues, so a barrier has no effect there: it runs like any other block.",
            hint:
                "Create your own concurrent queue, `DispatchQueue(label: …, attributes: .concurrent)`, and submit the readers and the barriers to it. There, a barrier runs alone."
        )
    }

    private func sharedLock(_ one: Inside, _ other: Inside) -> IneffectiveProtection? {
        let shared = one.holds.first { mine in mine.isForReading && other.holds.contains { $0.object == mine.object } }
        guard let shared else { return nil }
        return IneffectiveProtection(
            words:
                "Both hold the same lock (\(name(one.task)) since \(quote(shared.places))), but only for reading: any number of readers can hold it at the same time.",
            hint:
                "Acquire the lock for writing before you change the variable, as with `pthread_rwlock_wrlock`. Readers do not block each other."
        )
    }

    private func concurrentQueue(_ one: Inside, _ other: Inside) -> IneffectiveProtection? {
        guard let queue = one.queues.intersection(other.queues).filter({ kind($0) == .concurrent }).min() else { return nil }
        return IneffectiveProtection(
            words:
                "Both are in blocks of \(label(queue)), but that is a concurrent queue: its blocks can run at the same time, with `sync` and with `async`.",
            hint:
                "Submit each block that changes the variable with `flags: .barrier`: such a block runs alone. Or make the queue serial: leave out `attributes: .concurrent`."
        )
    }

    private func wideSemaphore(_ one: Inside, _ other: Inside) -> IneffectiveProtection? {
        let shared = one.holds.first { mine in mine.width > 1 && other.holds.contains { $0.object == mine.object } }
        guard let shared else { return nil }
        return IneffectiveProtection(
            words:
                "Both have passed the same semaphore (\(name(one.task)) in \(quote(shared.places))), but its first value is \(shared.width): it admits that many threads at the same time.",
            hint:
                "A semaphore with a larger value limits how many threads run at the same time. It does not make them run one after the other. Protect the variable with a lock too, or use a semaphore whose first value is 1."
        )
    }

    // MARK: what one of them has

    private func lockOfOnesOwn(_ one: Inside, _ other: Inside) -> IneffectiveProtection? {
        let first = one.holds.last { $0.width == 1 }, second = other.holds.last { $0.width == 1 }
        if let first, let second, let made = createdInEachCall(first.places, second.places) { return made }
        if let first, let second {
            let isSameLine = quote(first.places) == quote(second.places), isLocks = !first.isSemaphore && !second.isSemaphore
            return IneffectiveProtection(
                words: isSameLine
                    ? "Each of them \(possession(first)), but these are two different ones. A thread that holds one does not block a thread that needs the other."
                    : "\(isLocks ? "Each of them holds a lock there, but not the same one" : "Each of them has a protection, but not the same one"): \(name(one.task)) \(possession(first)), \(name(other.task)) \(possession(second)). \(Self.holdsUp(first))",
                hint:
                    "Protect every access to the variable with the same lock. The best place for the lock is a property of the object that has the variable."
            )
        }
        guard let hold = first ?? second else { return nil }
        let (has, lacks) = first != nil ? (one, other) : (other, one)
        return IneffectiveProtection(
            words:
                "\(name(has.task).capitalizedFirst) \(possession(hold)), but \(name(lacks.task)) does not. \(Self.holdsUp(hold))",
            hint:
                "\(hold.isSemaphore ? "Wait for that semaphore before" : "Hold that lock during") every access to the variable, also where it is only read."
        )
    }

    private static func holdsUp(_ hold: Inside.Hold) -> String {
        hold.isSemaphore
            ? "A semaphore blocks only threads that wait for the same semaphore." : "A lock blocks only threads that acquire the same lock."
    }

    private func possession(_ hold: Inside.Hold) -> String {
        hold.isSemaphore ? "has passed a semaphore in \(quote(hold.places))" : "holds the lock acquired in \(quote(hold.places))"
    }

    private func queueOfOnesOwn(_ one: Inside, _ other: Inside) -> IneffectiveProtection? {
        if let first = one.owned.min(), let second = other.owned.min(), first != second {
            if let made = queueCreatedInEachCall(first, second) { return made }
            let (mine, others) = (label(first), label(second))
            return IneffectiveProtection(
                words: mine == others
                    ? "Each runs in a block of a different queue. Each queue runs its own blocks one after the other, but the two queues run at the same time."
                    : "\(name(one.task).capitalizedFirst) is in a block of \(mine), \(name(other.task)) in one of \(others). Each queue runs its own blocks one after the other, but the two queues run at the same time.",
                hint: "Let one queue own the variable, and submit every access to that queue.")
        }
        guard let queue = one.owned.min() ?? other.owned.min() else { return nil }
        let (has, lacks) = one.owned.isEmpty ? (other, one) : (one, other)
        return IneffectiveProtection(
            words:
                "\(name(has.task).capitalizedFirst) runs alone on \(label(queue)), but \(name(lacks.task)) is not in a block of that queue. An access from elsewhere does not wait for the queue.",
            hint:
                "Submit every access to that queue, with `sync` where the value is needed immediately. Or wait until the queue has finished its blocks before you access the variable from elsewhere."
        )
    }
}
