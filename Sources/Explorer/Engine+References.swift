import CInterposition

/// References to objects.
///
/// Counting them is no step of its own, unless it matters who is the last (LastOwners.swift), but it orders: who brings an object to its end comes after all others that let go of it. That order
/// holds in `deinit` and not behind it, because which of them is the last is a matter of the schedule. Who finds that it is alone with an object (copy on
/// write) has the object's memory to itself.
extension Engine {
    /// An object that a task is bringing to its end, and what the task knew before.
    struct Ending: BitwiseCopyable {
        var object: UInt = 0
        var size = 0
        var moment = RaceDetector.Moment.none
        /// Where it was let go of, and the row of what was released before; whether its owners have been noted (LastOwners.swift).
        var place: UInt = 0
        var row: Int32 = -1
        var isNoted = false
    }

    /// How many objects a task is bringing to their end, each because of the one before, and what of that goes unchecked.
    struct Endings: BitwiseCopyable {
        /// More than these are not looked at one by one.
        static let most = 8
        var count = 0
        /// For each deinit that it is in, the innermost lowest: whether it goes unchecked.
        var unchecked: UInt64 = 0

        var isIgnoring: Bool { unchecked != 0 }
    }

    private func push(_ ending: Ending) {
        let depth = endings[current].count
        endings[current].count += 1
        if depth < Endings.most { endingObjects[current * Endings.most + depth] = ending }
    }

    private func pop() -> RaceDetector.Moment {
        endings[current].count -= 1
        let depth = endings[current].count
        return depth < Endings.most ? endingObjects[current * Endings.most + depth].moment : .none
    }

    /// Begins a deinit of an object. Where its last release was not seen, nothing is known of who let go of it before.
    private func enter(_ object: UInt) {
        let first = current * Endings.most, depth = min(endings[current].count, Endings.most)
        let isKnown = (first..<first + depth).contains { endingObjects[$0].object == object }
        endings[current].unchecked = endings[current].unchecked << 1 | (isKnown ? 0 : 1)
    }

    func ignore(_ by: Int64, _ object: UInt) -> Int64 {
        if by > 0 { enter(object) } else { endings[current].unchecked >>= 1 }
        return 0
    }

    /// Memory that was given out anew: its past was somebody else's.
    func made(_ address: UInt, size: Int) {
        if isLogging { log?.forget(from: address, size: size) }
        if !thrownErrors.isEmpty { thrownErrors.forget(from: address, size: size) }
        if isAlone { return }
        detector.forget(from: address, size: size)
        objects.remove(from: address, size: size)
        if references.contains(address) { references.set(references.slot(of: address), to: -1) }
    }

    func reference(_ object: UInt, size: Int, _ what: interleave_reference, place: UInt) {
        if isAlone { return referenceAlone(object, what) }
        switch what {
        case INTERLEAVE_LETS_GO:
            let slot = references.slot(of: object)
            var row = references[slot]
            detector.release(current, into: &row, keeping: true)
            references.set(slot, to: row)
            lastOwners.note(row, current, place)
        case INTERLEAVE_DROPS:
            let row = released(object)
            // Nobody else can touch the object: whatever was done to it is over.
            let isShared = row >= 0 || endingsReleased >= 0
            let moment = isShared ? detector.visit(current, from: row, and: endingsReleased) : .none
            push(Ending(object: object, size: size, moment: moment, place: place, row: row))
            detector.forget(from: object, size: size)
        case INTERLEAVE_DROPPED:
            detector.leave(current, pop())
            detector.release(current, into: &endingsReleased, keeping: true)
        default:
            detector.acquire(current, from: released(object))
            detector.forget(from: object, size: size)
        }
    }

    /// Whoever comes later comes after all that was done before it was there, and after the last there is nobody.
    private func referenceAlone(_ object: UInt, _ what: interleave_reference) {
        if what == INTERLEAVE_DROPS { push(Ending(object: object)) }
        if what == INTERLEAVE_DROPPED { _ = pop() }
    }

    /// Something of an object that is kept elsewhere: whether a weak reference still leads to it, whether a thread is cancelled. It is looked at or changed.
    func look(_ kind: Operation.Kind, _ key: UInt, place: UInt) -> Int64 { look(kind, at: object(key), place: place) }

    private func look(_ kind: Operation.Kind, at index: Int32, place: UInt) -> Int64 {
        // (A look at what no variable of the program is: there is nothing to tell of it.)
        commit(arrive(at: Operation(kind: kind, object: index, place: place)), as: Self.nothing)
        return 0
    }

    /// Whether an object is still there, for those who know it weakly.
    /// - Parameter table: what leads them to it; 0: there is none. Once the object is gone its address may be another's, and only the table tells them apart.
    func lookWeakly(_ kind: Operation.Kind, _ address: UInt, table: UInt, place: UInt) -> Int64 {
        let index = (table == 0 ? nil : objects.weaklyKnown[table]) ?? object(address | 5)
        if table != 0 { objects.weaklyKnown[table] = index }
        return look(kind, at: index, place: place)
    }

    /// What those have done who let go of an object.
    private func released(_ object: UInt) -> Int32 { references.value(of: object) }
}
