import CInterposition

/// Loops that access memory without a step (Execution+SpinLoops.swift): memory that is in no data race so far.
extension Execution {
    /// A task writes memory without a step: whether that changes anything shows later. (Writes to the task's own stack, which no other task
    /// can see, are not reported here.)
    @inline(__always)
    func writeWithoutStep(_ address: UInt, size: Int, isMark: Bool) {
        let me = current
        if tasks[me].loop.place == 0 || !tasks[me].loop.hasFingerprint {
            tasks[me].effects += 1
            lastEffect = choices.count
            // The task's own stack is compared when the loop comes round.
            if uninstrumentedLoop.place != 0 && (isMark || address < interleave_stack_here() || address >= exploration.stacks.top(of: me)) {
                uninstrumentedLoop.place = 0
            }
            return
        }
        if !isMark && address >= interleave_stack_here() && address < exploration.stacks.top(of: me) { return }
        uninstrumentedLoop.place = 0
        if isMark { return noteUntrackableEffect(me) }
        if tasks[me].loop.written != 0 { settleWrite(of: me) }
        // (What it has allocated in this iteration had no contents before.)
        if freshMemory.holds(address, of: me) { return }
        let word = address & ~7
        if address + UInt(size) > word + 8 { return noteUntrackableEffect(me) }
        tasks[me].loop.written = word
        tasks[me].loop.contents = freshMemory.canonical(UnsafePointer<UInt64>(bitPattern: word)?.pointee ?? 0, of: me)
    }

    /// A task reads memory that is in no data race so far. It may be waiting for a change of that memory, and then no other task would ever
    /// get a turn.
    ///
    /// After very many reads without a step, its iterations are compared in the same way. If the task spins, the place of that read becomes
    /// a step, and the execution is given up.
    @inline(__always)
    func readWithoutStep(_ address: UInt, place: UInt) {
        uninstrumentedLoop.count += 1
        if uninstrumentedLoop.count >= uninstrumentedLoop.next { readLong(address, place: place) }
    }

    private func readLong(_ address: UInt, place: UInt) {
        let me = current
        if uninstrumentedLoop.place == 0 || uninstrumentedLoop.visits >= 3 {
            if uninstrumentedLoop.place != 0 { uninstrumentedLoop.next = uninstrumentedLoop.count * 2 }
            let isDue = uninstrumentedLoop.place == 0
            uninstrumentedLoop.place = isDue ? place : 0
            uninstrumentedLoop.address = address
            uninstrumentedLoop.visits = 0
            return
        }
        guard uninstrumentedLoop.place == place && uninstrumentedLoop.address == address else {
            // Chooses another loop head if this one is not passed again.
            if uninstrumentedLoop.count >= uninstrumentedLoop.next * 2 {
                uninstrumentedLoop.next = uninstrumentedLoop.count
                uninstrumentedLoop.place = 0
            }
            return
        }
        let here = fingerprintOfStack(me)
        if uninstrumentedLoop.visits > 0 && uninstrumentedLoop.fingerprint == here {
            exploration.places.note(place)
            mustStop = true
            abandon()
        }
        uninstrumentedLoop.fingerprint = here
        uninstrumentedLoop.visits += 1
    }

    /// How long the running task has read without a step.
    struct UninstrumentedLoop: BitwiseCopyable {
        static let patience = 10_000
        var count = 0
        var next = patience
        var place: UInt = 0
        var address: UInt = 0
        var fingerprint: UInt64 = 0
        var visits = 0
    }
}
