import Explorer
import Trace

/// What two tasks are in when they race, which looks as if it kept them apart and does not: a lock taken for reading, a block of a concurrent queue.
struct TogetherInside {
    let words: String
    let hint: String
}

extension Scene {
    func togetherInside(_ one: ExplorationReport.Access, _ other: ExplorationReport.Access) -> TogetherInside? {
        guard let first = before(one), let second = before(other) else { return nil }
        let readers = locksForReading(one.task, first), alsoReaders = locksForReading(other.task, second)
        if let lock = readers.first(where: { mine in alsoReaders.contains { $0.object == mine.object } }) {
            return TogetherInside(
                words:
                    "Both have the same lock (\(name(one.task)) since \(quote(lock.places))), but only for reading: any number of readers may have it at once.",
                hint:
                    "Whoever changes the variable has to take the lock for writing, as with `pthread_rwlock_wrlock`: readers let each other in."
            )
        }
        let queues = concurrentQueues(one.task, first).intersection(concurrentQueues(other.task, second))
        guard let queue = log.entries.first(where: { $0.event == .queueCreated && queues.contains($0.object) }) else { return nil }
        let label = TaskNames.queue(queue.text ?? "")
        return TogetherInside(
            words:
                "Both are in blocks of \(label), but that is a concurrent queue: its blocks may run at the same time, with `sync` as with `async`.",
            hint:
                "Hand over what changes the variable with `flags: .barrier`: such a block has the queue for itself. Or make the queue serial: leave out `attributes: .concurrent`."
        )
    }

    /// What the execution had done by the time of an access; nil: it is not among what was told.
    private func before(_ access: ExplorationReport.Access) -> ArraySlice<Chronicle.Entry>? {
        log.entries.firstIndex { $0.isAccess && $0.task == access.task && $0.places.first == access.place }.map { log.entries[..<$0] }
    }

    /// Where a task took the locks that it has for reading.
    private func locksForReading(_ task: Int, _ entries: ArraySlice<Chronicle.Entry>) -> [Chronicle.Entry] {
        var taken: [Chronicle.Entry] = []
        for entry in entries where entry.task == task && entry.detail == 1 {
            if entry.event == .lockAcquired { taken.append(entry) }
            if entry.event == .lockReleased, let index = taken.lastIndex(where: { $0.object == entry.object }) { taken.remove(at: index) }
        }
        return taken
    }

    /// The program's own concurrent queues of which a task is in a block.
    private func concurrentQueues(_ task: Int, _ entries: ArraySlice<Chronicle.Entry>) -> Set<UInt64> {
        let concurrent = Set(
            entries.filter { $0.event == .queueCreated && Trace.Queue.Kind(rawValue: Int($0.detail)) == .concurrent }.map(\.object))
        var running: [UInt64: UInt64] = [:]
        for entry in entries where entry.task == task {
            if entry.event == .itemBegan { running[entry.object] = entry.argument }
            if entry.event == .itemEnded { running[entry.object] = nil }
        }
        return concurrent.intersection(running.values)
    }
}
