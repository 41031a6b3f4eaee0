import Explorer
import Trace

/// What two tasks that race have for their protection, and why it does not keep them apart: two locks, a lock on one side only, a queue whose blocks
/// run at the same time.
struct FalseProtection {
    let words: String
    let hint: String
    /// Whether there is no such protection at all, and the words tell why the accesses race.
    var standsAlone = false
}

extension Scene {
    func falseProtection(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> FalseProtection? {
        if let lazy = lazyVariable(one, other) { return lazy }
        guard let first = inside(one), let second = inside(other), !first.excludes(second) else { return nil }
        return barrierOnGlobalQueue(first, second) ?? sharedLock(first, second) ?? concurrentQueue(first, second)
            ?? wideSemaphore(first, second) ?? lockOfOnesOwn(first, second) ?? queueOfOnesOwn(first, second)
            ?? sleepInsteadOfWait(one, other)
    }

    /// What a task is in the middle of, at an access.
    private struct Inside {
        /// Something that it has taken and not given back yet: a lock, or a place that a semaphore gives.
        struct Hold {
            var object: UInt64
            var isForReading: Bool
            /// Of a semaphore: how many it lets in.
            var width: UInt64 = 1
            var isSemaphore = false
            var places: [UInt]
        }
        var task: Int
        var holds: [Hold] = []
        /// The queues in whose blocks it is, and those that have such a block to themselves: serial queues, and others where it is a barrier.
        var queues: Set<UInt64> = []
        var owned: Set<UInt64> = []
        var barriersOnGlobalQueues: [Chronicle.Entry] = []

        func isLike(_ other: Inside) -> Bool {
            Set(holds.map(\.object)) == Set(other.holds.map(\.object)) && queues == other.queues && owned == other.owned
        }

        /// Whether the two could not be there at the same time.
        func excludes(_ other: Inside) -> Bool {
            !owned.isDisjoint(with: other.owned)
                || holds.contains { mine in
                    mine.width == 1 && other.holds.contains { $0.object == mine.object && !($0.isForReading && mine.isForReading) }
                }
        }
    }

    /// - Returns: nil: the access is not among what was told, or the task comes to its place now in the middle of this, now of that, and nobody here
    ///   knows which time it raced.
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
            // (One that has timed out has got no further.)
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

    private func barrierOnGlobalQueue(_ one: Inside, _ other: Inside) -> FalseProtection? {
        guard let barrier = (one.barriersOnGlobalQueues + other.barriersOnGlobalQueues).first else { return nil }
        return FalseProtection(
            words:
                "The block of \(quote(barrier.places)) was handed over as a barrier, but to a global queue. All of the process shares those, so nobody can have one to himself: there a barrier is a block like any other.",
            hint:
                "Make a concurrent queue of your own, `DispatchQueue(label: …, attributes: .concurrent)`, and hand it the readers and the barriers: there a barrier runs alone."
        )
    }

    private func sharedLock(_ one: Inside, _ other: Inside) -> FalseProtection? {
        let shared = one.holds.first { mine in mine.isForReading && other.holds.contains { $0.object == mine.object } }
        guard let shared else { return nil }
        return FalseProtection(
            words:
                "Both have the same lock (\(name(one.task)) since \(quote(shared.places))), but only for reading: any number of readers may have it at once.",
            hint:
                "Whoever changes the variable has to take the lock for writing, as with `pthread_rwlock_wrlock`: readers let each other in."
        )
    }

    private func concurrentQueue(_ one: Inside, _ other: Inside) -> FalseProtection? {
        guard let queue = one.queues.intersection(other.queues).filter({ kind($0) == .concurrent }).min() else { return nil }
        return FalseProtection(
            words:
                "Both are in blocks of \(label(queue)), but that is a concurrent queue: its blocks may run at the same time, with `sync` as with `async`.",
            hint:
                "Hand over what changes the variable with `flags: .barrier`: such a block has the queue for itself. Or make the queue serial: leave out `attributes: .concurrent`."
        )
    }

    private func wideSemaphore(_ one: Inside, _ other: Inside) -> FalseProtection? {
        let shared = one.holds.first { mine in mine.width > 1 && other.holds.contains { $0.object == mine.object } }
        guard let shared else { return nil }
        return FalseProtection(
            words:
                "Both have got past the same semaphore (\(name(one.task)) in \(quote(shared.places))), but its value is \(shared.width) at first: it lets in so many at once.",
            hint:
                "A semaphore with a larger value limits how many work at the same time; it does not keep them apart. For the variable take a lock besides, or a semaphore that begins with 1."
        )
    }

    // MARK: what one of them has

    private func lockOfOnesOwn(_ one: Inside, _ other: Inside) -> FalseProtection? {
        let first = one.holds.last { $0.width == 1 }, second = other.holds.last { $0.width == 1 }
        if let first, let second, let made = madeAnew(first.places, second.places) { return made }
        if let first, let second {
            let isSameLine = quote(first.places) == quote(second.places), isLocks = !first.isSemaphore && !second.isSemaphore
            return FalseProtection(
                words: isSameLine
                    ? "Each of them \(possession(first)), but these are two different ones, and neither holds up whoever has the other."
                    : "\(isLocks ? "Each of them has a lock there, but not the same one" : "Each of them has something that could keep the other out, but not the same thing"): \(name(one.task)) \(possession(first)), \(name(other.task)) \(possession(second)). \(Self.holdsUp(first))",
                hint:
                    "Let every access to the variable take one and the same lock: best, let it belong to the object that has the variable.")
        }
        guard let hold = first ?? second else { return nil }
        let (has, lacks) = first != nil ? (one, other) : (other, one)
        return FalseProtection(
            words:
                "\(name(has.task).capitalizedFirst) \(possession(hold)), but \(name(lacks.task)) has nothing of the kind. \(Self.holdsUp(hold))",
            hint:
                "\(hold.isSemaphore ? "Wait for that semaphore before" : "Take that lock around") every access to the variable, also where it is only read."
        )
    }

    private static func holdsUp(_ hold: Inside.Hold) -> String {
        hold.isSemaphore
            ? "A semaphore holds up only those who wait for that very semaphore." : "A lock holds up only those who want that very lock."
    }

    private func possession(_ hold: Inside.Hold) -> String {
        hold.isSemaphore ? "has got past a semaphore in \(quote(hold.places))" : "has the lock taken in \(quote(hold.places))"
    }

    private func queueOfOnesOwn(_ one: Inside, _ other: Inside) -> FalseProtection? {
        if let first = one.owned.min(), let second = other.owned.min(), first != second {
            if let made = queueMadeAnew(first, second) { return made }
            let (mine, others) = (label(first), label(second))
            return FalseProtection(
                words: mine == others
                    ? "Each is in a block of a queue of its own: each queue runs its own blocks one after the other, but the two queues run side by side."
                    : "\(name(one.task).capitalizedFirst) is in a block of \(mine), \(name(other.task)) in one of \(others): each queue runs its own blocks one after the other, but the two queues run side by side.",
                hint: "Let one queue own the variable, and hand every access to that queue.")
        }
        guard let queue = one.owned.min() ?? other.owned.min() else { return nil }
        let (has, lacks) = one.owned.isEmpty ? (other, one) : (one, other)
        return FalseProtection(
            words:
                "\(name(has.task).capitalizedFirst) is in a block that has \(label(queue)) to itself, but \(name(lacks.task)) is in no block of that queue: who touches the variable from elsewhere does not wait for the queue.",
            hint:
                "Hand every access to that queue, with `sync` where the value is needed at once. Or wait until the queue is through with its blocks before you touch the variable from elsewhere."
        )
    }
}
