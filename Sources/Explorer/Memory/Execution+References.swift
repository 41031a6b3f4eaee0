import CInterposition

/// References to objects.
///
/// Reference counting is not a visible step unless the final release matters (FinalReleases.swift).
/// It does order events: `deinit` happens after every other release of the object. That order holds
/// inside `deinit` and not after it, because the schedule decides which release is final. A task
/// that finds its reference unique (copy on write) has the object's memory to itself.
extension Execution {
    /// An object whose `deinit` a task is running, and the task's clock before.
    struct Deinit: BitwiseCopyable {
        var object: UInt = 0
        var size = 0
        var moment = RaceDetector.Moment.none
        /// The place of the final release, the row of what was released before, and whether the
        /// object's owners have been noted (FinalReleases.swift).
        var place: UInt = 0
        var row: Int32 = -1
        var isNoted = false
    }

    /// The number of objects whose `deinit` a task is running, each inside the previous one, and
    /// which of them are unchecked.
    struct Deinits: BitwiseCopyable {
        /// Objects nested deeper than this are not tracked individually.
        static let most = 8
        var count = 0
        /// A bit for each running `deinit`, the innermost lowest: whether its accesses are
        /// unchecked.
        var unchecked: UInt64 = 0

        var isIgnoring: Bool { unchecked != 0 }
    }

    private func push(_ running: Deinit) {
        let depth = tasks[current].deinits.count
        tasks[current].deinits.count += 1
        if depth < Deinits.most { tasks.deinitObjects[current * Deinits.most + depth] = running }
    }

    private func pop() -> RaceDetector.Moment {
        tasks[current].deinits.count -= 1
        let depth = tasks[current].deinits.count
        return depth < Deinits.most ? tasks.deinitObjects[current * Deinits.most + depth].moment : .none
    }

    /// Begins a `deinit`. If the final release was not seen, the earlier releases of the object are
    /// not known: accesses are then unchecked.
    private func enter(_ object: UInt) {
        let first = current * Deinits.most, depth = min(tasks[current].deinits.count, Deinits.most)
        let isKnown = (first..<first + depth).contains { tasks.deinitObjects[$0].object == object }
        tasks[current].deinits.unchecked = tasks[current].deinits.unchecked << 1 | (isKnown ? 0 : 1)
    }

    func ignore(_ by: Int64, _ object: UInt) -> Int64 {
        if by > 0 { enter(object) } else { tasks[current].deinits.unchecked >>= 1 }
        return 0
    }

    /// Memory was allocated again: earlier accesses to it do not count.
    func made(_ address: UInt, size: Int) {
        if tasks[current].loop.place != 0 { freshMemory.add(address, size: size, by: current) }
        if isLogging { log?.forget(from: address, size: size) }
        if !thrownErrors.isEmpty { thrownErrors.forget(from: address, size: size) }
        if isAlone { return }
        detector.forget(from: address, size: size)
        objects.remove(from: address, size: size)
        if references.contains(address) { references.set(references.slot(of: address), to: -1) }
    }

    func reference(_ object: UInt, size: Int, _ what: interleave_reference, place: UInt) {
        if what == INTERLEAVE_IS_ALLOCATED || what == INTERLEAVE_IS_FREED {
            log?.noteMemory(object, isFreed: what == INTERLEAVE_IS_FREED, by: current, at: place)
            return
        }
        if isAlone { return referenceAlone(object, what) }
        switch what {
        case INTERLEAVE_RETAINS:
            _ = detector.access(Self.counts(of: object), mask: 0xFF, [], by: current, at: place)
        case INTERLEAVE_LETS_GO:
            let slot = references.slot(of: object)
            var row = references[slot]
            detector.release(current, into: &row, keeping: true)
            references.set(slot, to: row)
            finalReleases.note(row, current, place)
        case INTERLEAVE_DROPS:
            let row = released(object)
            if detector.mayBeAccessed(Self.counts(of: object)) {
                _ = detector.access(Self.counts(of: object), mask: 0xFF, .write, by: current, at: place)
                for index in 0..<detector.found.count { noteUnordered(detector.found[index].earlierPlace, place) }
            }
            // No other task can access the object any more: all accesses to it are over.
            let isShared = row >= 0 || deinitsReleased >= 0
            let moment = isShared ? detector.visit(current, from: row, and: deinitsReleased) : .none
            push(Deinit(object: object, size: size, moment: moment, place: place, row: row))
            detector.forget(from: object, size: size)
        case INTERLEAVE_DROPPED:
            detector.leave(current, pop())
            detector.release(current, into: &deinitsReleased, keeping: true)
        default:
            detector.acquire(current, from: released(object))
            detector.forget(from: object, size: size)
        }
    }

    /// The word of an object's counts, which no instrumented code accesses.
    private static func counts(of object: UInt) -> UInt { (object & ~7) + 8 }

    /// The running task has used memory that is freed. In another order it may come before.
    func noteUse(ofFreed memory: UInt, freedAt release: UInt, place: UInt) -> Int64 {
        noteUnordered(place, release)
        log?.noteUse(ofFreed: memory)
        return 0
    }

    /// With only one task: later tasks come after all that was done before they were made, and
    /// after the last task there are none.
    private func referenceAlone(_ object: UInt, _ what: interleave_reference) {
        if what == INTERLEAVE_DROPS { push(Deinit(object: object)) }
        if what == INTERLEAVE_DROPPED { _ = pop() }
    }

    /// A step on an object's state that is stored elsewhere, read or changed: whether a weak
    /// reference still leads to it, or whether a thread is cancelled.
    func look(_ kind: Operation.Kind, _ key: UInt, place: UInt) -> Int64 { look(kind, at: object(key), place: place) }

    private func look(_ kind: Operation.Kind, at index: Int32, place: UInt) -> Int64 {
        // (This is not a variable of the program, so there is nothing to log.)
        commit(arrive(at: Operation(kind: kind, object: index, place: place)), as: Self.nothing)
        return 0
    }

    /// Whether an object still exists, for its weak references.
    /// - Parameter table: the side table of the weak references; 0: none. Once the object is gone
    ///   its address may be reused, and only the table tells the two objects apart.
    func loadWeakly(_ kind: Operation.Kind, _ address: UInt, table: UInt, place: UInt) -> Int64 {
        let index = (table == 0 ? nil : weaklyKnown[table]) ?? object(address | 5)
        if table != 0 { weaklyKnown[table] = index }
        _ = look(kind, at: index, place: place)
        if isLogging && kind == .atomicUpdate && interleave_is_last_reference(address) {
            logNote(ExecutionRecord.lastRelease, about: address, place: place)
        }
        return 0
    }

    /// The released clocks of the tasks that dropped their references to an object.
    private func released(_ object: UInt) -> Int32 { references.value(of: object) }
}
