import CInterposition

/// POSIX barriers: so many threads wait until all of them have come; whoever comes last is told so, and all go on. Then it begins anew.
///
/// Each round is an object of its own, with the number of threads that have not come yet. (That glibc tells the last is no promise of POSIX's.)
extension Engine {
    struct ThreadBarrier {
        var count: Int32
        /// The object of the present round; -1: nobody has come yet.
        var round: Int32 = -1
        var rounds: UInt = 0
    }

    func makeBarrier(_ key: UInt, count: UInt64) -> Int64 {
        objects.remove(key | 1)
        barriers[key] = ThreadBarrier(count: Int32(clamping: count))
        return 0
    }

    /// - Returns: 1 for the last who comes.
    func waitAtBarrier(_ key: UInt, place: UInt) -> Int64 {
        guard var barrier = barriers[key] else { return refused("a barrier that was made before the exploration", place: place) }
        // All who come to it meet at one object, which says who is the last; and those of one round at another.
        visit(Operation(kind: .barrierArrival, object: object(key | 1), place: place))
        barrier = barriers[key] ?? barrier
        if barrier.round < 0 {
            barrier.rounds += 1
            barrier.round = newObject((key + 8) | 1)
            objects[barrier.round].value = barrier.count
        }
        let round = barrier.round
        objects[round].value -= 1
        let isLast = objects[round].value == 0
        if isLast { barrier.round = -1 }
        barriers[key] = barrier
        search.release(current, into: &objects[round].ordered)
        detector.release(current, into: &objects[round].released, keeping: true)
        if !isLast { arrive(at: Operation(kind: .barrierWait, object: round, place: place)) }
        search.acquire(current, from: objects[round].ordered)
        if !isLast { commit(pending[current]) }
        detector.acquire(current, from: objects[round].released)
        return isLast ? 1 : 0
    }
}
