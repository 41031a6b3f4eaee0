import CInterposition

/// POSIX barriers: a number of threads wait until all of them have arrived. The last one is told
/// so, and all go on. Then the next phase begins.
///
/// Each phase is an object of its own, with the number of threads that have not arrived yet. (POSIX
/// does not promise that the last one is told; glibc does it.)
struct BarrierPhase: Primitive {
    static let kind = PrimitiveKind.barrierPhase
    /// The threads that have not arrived yet.
    var missing: Int32 = 0

    init() {}

    func allows(_ operation: Operation, to task: Int) -> Bool { missing == 0 }
    var contradiction: String? { missing < 0 ? "more threads have arrived at a barrier than it is for" : nil }
}

extension Execution {
    func answerBarriers(_ call: interleave_call) -> Int64 {
        call.kind == INTERLEAVE_BARRIER_CREATED.rawValue
            ? makeBarrier(call.object, count: call.value) : waitAtBarrier(call.object, place: call.caller)
    }

    struct ThreadBarrier {
        var count: Int32
        /// The object of the present phase; -1: no thread has arrived yet.
        var phase: Int32 = -1
        var phases: UInt = 0
    }

    func makeBarrier(_ key: UInt, count: UInt64) -> Int64 {
        objects.remove(key | 1)
        barriers[key] = ThreadBarrier(count: Int32(clamping: count))
        return 0
    }

    /// - Returns: 1 for the last thread to arrive.
    func waitAtBarrier(_ key: UInt, place: UInt) -> Int64 {
        guard var barrier = barriers[key] else { return refused("a barrier that was made before the exploration", place: place) }
        // All arrivals touch one object, which decides which thread is last. The threads of one
        // phase share another.
        visit(Operation(kind: .barrierArrival, object: object(key | 1), place: place))
        barrier = barriers[key] ?? barrier
        if barrier.phase < 0 {
            barrier.phases += 1
            barrier.phase = newObject((key + 8) | 1)
            objects[barrier.phase, BarrierPhase.self].missing = barrier.count
        }
        let phase = barrier.phase
        objects[phase, BarrierPhase.self].missing -= 1
        let isLast = objects[phase, BarrierPhase.self].missing == 0
        if isLast { barrier.phase = -1 }
        barriers[key] = barrier
        exploration.search.release(current, into: &objects[phase].ordered)
        detector.release(current, into: &objects[phase].released, keeping: true)
        if !isLast { arrive(at: Operation(kind: .barrierWait, object: phase, place: place)) }
        exploration.search.acquire(current, from: objects[phase].ordered)
        if !isLast { commit(tasks.pending[current]) }
        detector.acquire(current, from: objects[phase].released)
        return isLast ? 1 : 0
    }
}

extension Operation.Kind {
    static func ofBarriers(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.barrierWait, .barrierWait): .independent
        case (.barrierArrival, .barrierWait): .enables
        default: .conflicts
        }
    }
}
