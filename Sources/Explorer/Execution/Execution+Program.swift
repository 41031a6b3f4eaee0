import CInterposition

/// The steps of a whole program that a function does not have: it prints, reads and ends.
///
/// A process ends when its `main` returns, whatever its other threads are doing. Here each other
/// task continues after the end until it prints. Everything that it does before that print could as
/// well have come before the end, because only the order of prints and the end can be observed from
/// outside. So a failure found there is a failure of the real program. The print itself comes too
/// late, and the task stops there. The print conflicts with the end, so the search makes it before
/// the end in another execution.
extension Execution {
    struct ProcessLife {
        /// The process has ended before all of its tasks; it lives on to serve its main queue.
        var hasEnded = false, servesMainQueue = false
        /// Something was printed after the end, and so was lost. Something was left on a main queue
        /// that no thread serves.
        var hasLostOutput = false, hasLeftMainQueue = false
        /// The steps after which an execution is cut off.
        var stepLimit = 0
    }

    func answerProgram(_ call: interleave_call) -> Int64 {
        switch interleave_call_kind(call.kind) {
        case INTERLEAVE_PRINT: print(call)
        case INTERLEAVE_READ_INPUT: readInput(call)
        case INTERLEAVE_PROGRAM_ENDS: endProcess(call)
        default: serveMainQueue(place: call.caller)
        }
        return 0
    }

    /// A further print or read always counts as progress: a task that keeps printing is not
    /// waiting.
    private func touch(_ call: interleave_call) {
        defer { act(current) }
        commit(arrive(at: Operation(kind: .atomicUpdate, object: object(call.object | 3), place: call.caller)), as: Self.nothing)
    }

    private func print(_ call: interleave_call) {
        // (With only one task so far, no other task can print before or after it.)
        if tasks.count == 1 { return }
        touch(call)
        if process.hasEnded {
            process.hasLostOutput = true
            vanish()
        }
        // A task that prints without end is cut off sooner than others: each print makes another
        // outcome.
        consecutiveSteps += Self.maxConsecutiveSteps / Self.mostPrintsInARow
        if isLogging, let bytes = UnsafeRawPointer(bitPattern: call.other) {
            let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: min(Int(call.value), Self.mostShown)), as: UTF8.self)
            tell("prints \(Self.shown(text))", place: call.caller)
        }
    }

    /// Logs in words what the running task does.
    private func tell(_ words: String, place: UInt) {
        log?.append(
            .init(task: current, kind: .note, detail: 1, place: place, text: words, callers: log?.callers[current] ?? []))
    }

    private static let mostPrintsInARow = 200

    /// The number of bytes of a print that the log shows.
    private static let mostShown = 200

    private static func shown(_ text: String) -> String {
        let line = text.hasSuffix("\n") ? text.dropLast() : text[...]
        return "\"\(line.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ⏎ "))\""
    }

    private func readInput(_ call: interleave_call) {
        touch(call)
        if isLogging { tell("reads standard input", place: call.caller) }
    }

    private func endProcess(_ call: interleave_call) {
        touch(call)
        if process.hasEnded { vanish() }
        if call.other != 0 {
            process.servesMainQueue = true
            vanish()
        }
        process.hasEnded = true
        // An end by exit() with a failure code is part of the outcome.
        if call.flags != 0 { interleave_note_exit(Int32(bitPattern: call.flags)) }
        process.stepLimit = min(process.stepLimit, choices.count + Self.mostStepsBehindEnd)
        if isLogging { tell("ends the program", place: call.caller) }
        if call.value == 0 { vanish() }
    }

    private static let mostStepsBehindEnd = 2000

    /// A trap ends the process. If the process has ended before, the task never got this far.
    func meetEndOfProcess(_ place: UInt) {
        guard interleave_observes_output() else { return }
        let output = object(interleave_standard_output() | 3)
        commit(arrive(at: Operation(kind: .atomicUpdate, object: output, place: place)), as: Self.nothing)
        if process.hasEnded { vanish() }
    }

    /// The running task is gone with its process.
    private func vanish() { leave(current, as: .gone) }

    /// After the end of the process, some tasks may run forever. They are dropped.
    /// - Returns: false if the process has not ended.
    func cutsOffBehindEnd() -> Bool {
        guard process.hasEnded, !hasLastWork else { return process.hasEnded }
        for task in 0..<tasks.count where tasks[task].state == .alive {
            tasks.end(task, as: .gone)
        }
        exploration.cuts.loops = true
        return true
    }

    /// `dispatchMain()`: the first task is over, and the main queue runs its blocks.
    private func serveMainQueue(place: UInt) {
        guard current == 0 else {
            _ = refused("dispatchMain() on a thread other than the main thread", place: place)
            return
        }
        freeMainQueue()
        process.servesMainQueue = true
        vanish()
    }

    /// At the end of an execution: whether blocks were left on the main queue.
    func noteLeftMainQueue() {
        guard process.hasEnded else { return }
        process.hasLeftMainQueue = (0..<tasks.count).contains {
            tasks[$0].state == .alive && !tasks[$0].job.hasBegun && tasks[$0].job.queue >= 0 && queues[tasks[$0].job.queue].kind == .main
        }
    }
}
