import CInterposition

/// References to objects.
///
/// Counting them is no step of its own, but it orders: who brings an object to its end comes after all others that let go of it. That order
/// holds in `deinit` and not behind it, because which of them is the last is a matter of the schedule. Who finds that it is alone with an object (copy on
/// write) has the object's memory to itself.
extension Engine {
    /// The objects that a task is bringing to their end, the innermost last.
    struct Endings: BitwiseCopyable {
        static let most = 8
        private(set) var count = 0
        private var objects: InlineArray<8, UInt> = .init(repeating: 0)
        private var moments: InlineArray<8, RaceDetector.Moment?> = .init(repeating: nil)
        /// For each deinit that it is in, the innermost lowest: whether it goes unchecked.
        private var unchecked: UInt64 = 0

        var isIgnoring: Bool { unchecked != 0 }

        mutating func push(_ object: UInt, _ moment: RaceDetector.Moment?) {
            if count < Self.most {
                objects[count] = object
                moments[count] = moment
            }
            count += 1
        }

        mutating func pop() -> RaceDetector.Moment? {
            count -= 1
            return count < Self.most ? moments[count] : nil
        }

        /// Begins a deinit of an object. Where its last release was not seen, nothing is known of who let go of it before.
        mutating func enter(_ object: UInt) {
            let isKnown = (0..<min(count, Self.most)).contains { objects[$0] == object }
            unchecked = unchecked << 1 | (isKnown ? 0 : 1)
        }

        mutating func leave() { unchecked >>= 1 }
    }

    func ignore(_ by: Int64, _ object: UInt) -> Int64 {
        if by > 0 { endings[current].enter(object) } else { endings[current].leave() }
        return 0
    }

    /// Memory that was given out anew: its past was somebody else's.
    func made(_ address: UInt, size: Int) {
        detector.forget(from: address, size: size)
        if references.contains(address) { references.set(references.slot(of: address), to: -1) }
    }

    func reference(_ object: UInt, size: Int, _ what: interleave_reference) {
        switch what {
        case INTERLEAVE_LETS_GO:
            // Whoever comes later comes after all that was done before it was there.
            if taskCount == 1 { return }
            let slot = references.slot(of: object)
            var row = references[slot]
            detector.release(current, into: &row, keeping: true)
            references.set(slot, to: row)
        case INTERLEAVE_DROPS:
            let row = released(object)
            // Nobody else can touch the object: whatever was done to it is over.
            let isShared = row >= 0 || endingsReleased >= 0
            endings[current].push(object, isShared ? detector.visit(current, from: row, and: endingsReleased) : nil)
            detector.forget(from: object, size: size)
        case INTERLEAVE_DROPPED:
            if let moment = endings[current].pop() { detector.leave(current, moment) }
            if taskCount > 1 { detector.release(current, into: &endingsReleased, keeping: true) }
        default:
            detector.acquire(current, from: released(object))
            detector.forget(from: object, size: size)
        }
    }

    /// An object that is known by weak references: one of those is followed, or somebody lets go of it.
    func weakly(_ kind: Operation.Kind, _ object: UInt, place: UInt) -> Int64 {
        visit(Operation(kind: kind, object: self.object(object | 5), place: place))
        return 0
    }

    /// What those have done who let go of an object.
    private func released(_ object: UInt) -> Int32 { references.contains(object) ? references[references.slot(of: object)] : -1 }
}
