import CInterposition

/// Loops that access memory without a step (Execution+SpinLoops.swift): memory that is in no data race so far.
extension Execution {
    /// A task writes memory without a step: whether that changes anything shows later. (Writes to the task's own stack, which no other task
    /// can see, are not reported here.)
    @inline(__always)
    func writeQuietly(_ address: UInt, size: Int, isMark: Bool) {
        let me = current
        if tasks[me].loop.place == 0 || !tasks[me].loop.hasFingerprint {
            tasks[me].effects += 1
            lastEffect = choices.count
            // The task's own stack is compared when the loop comes round.
            if quiet.place != 0 && (isMark || address < interleave_stack_here() || address >= exploration.stacks.top(of: me)) {
                quiet.place = 0
            }
            return
        }
        if !isMark && address >= interleave_stack_here() && address < exploration.stacks.top(of: me) { return }
        quiet.place = 0
        if isMark { return actQuietly(me) }
        if tasks[me].loop.written != 0 { settleWrite(of: me) }
        // (What it has allocated in this iteration had no contents before.)
        if freshMemory.holds(address, of: me) { return }
        let word = address & ~7
        if address + UInt(size) > word + 8 { return actQuietly(me) }
        tasks[me].loop.written = word
        tasks[me].loop.contents = freshMemory.canonical(UnsafePointer<UInt64>(bitPattern: word)?.pointee ?? 0, of: me)
    }

    /// A task reads memory that is in no data race so far. It may be waiting for a change of that memory, and then no other task would ever
    /// get a turn.
    ///
    /// After very many reads without a step, its iterations are compared in the same way. If the task spins, the place of that read becomes
    /// a step, and the execution is given up.
    @inline(__always)
    func readQuietly(_ address: UInt, place: UInt) {
        quiet.count += 1
        if quiet.count >= quiet.next { readLong(address, place: place) }
    }

    private func readLong(_ address: UInt, place: UInt) {
        let me = current
        if quiet.place == 0 || quiet.visits >= 3 {
            if quiet.place != 0 { quiet.next = quiet.count * 2 }
            let isDue = quiet.place == 0
            quiet.place = isDue ? place : 0
            quiet.address = address
            quiet.visits = 0
            return
        }
        guard quiet.place == place && quiet.address == address else {
            // Chooses another loop head if this one is not passed again.
            if quiet.count >= quiet.next * 2 {
                quiet.next = quiet.count
                quiet.place = 0
            }
            return
        }
        let here = fingerprintOfStack(me)
        if quiet.visits > 0 && quiet.fingerprint == here {
            exploration.places.note(place)
            mustStop = true
            abandon()
        }
        quiet.fingerprint = here
        quiet.visits += 1
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
