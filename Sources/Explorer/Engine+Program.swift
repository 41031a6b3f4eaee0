import CInterposition

/// What a whole program does that a function does not: it prints and reads, and it ends.
///
/// A process ends when its `main` returns, whatever its other threads are doing. Here they go on behind the end, each until it prints: what it does up
/// to there might as well have come before the end, since nothing but the order of prints and the end can be told from outside. So a failure
/// found there is one of the real program. The print itself comes too late, and is the last that its task does; that it conflicts with the end lets the
/// search make it before the end in another execution.
extension Engine {
    struct ProcessLife {
        /// It has ended before all of its tasks; it lives on for its main queue.
        var hasEnded = false, servesMainQueue = false
        /// Something was printed behind its end, and so was not; and something was left on a main queue that nothing serves.
        var hasLostOutput = false, hasLeftMainQueue = false
        /// The steps after which an execution is cut off.
        var stepLimit = 0
    }

    /// A process begins.
    func renewProcess() {
        process = ProcessLife(stepLimit: options.stepLimit)
        interleave_renew_streams()
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

    /// One more print, or one more read, is always something new: who goes on and on with it is not waiting.
    private func touch(_ call: interleave_call) {
        defer { act(current) }
        commit(arrive(at: Operation(kind: .atomicUpdate, object: object(call.object | 3), place: call.caller)), as: Self.nothing)
    }

    private func print(_ call: interleave_call) {
        // (Where there has never been another task, nobody can print before or after.)
        if taskCount == 1 { return }
        touch(call)
        if process.hasEnded {
            process.hasLostOutput = true
            vanish()
        }
        // A task that prints without end is cut off sooner than others: each of its prints makes another outcome.
        inARow += Self.mostStepsInARow / Self.mostPrintsInARow
        if isLogging, let bytes = UnsafeRawPointer(bitPattern: call.other) {
            let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: min(Int(call.value), Self.mostShown)), as: UTF8.self)
            tell("prints \(Self.shown(text))", place: call.caller)
        }
    }

    /// Writes down what the running task does, in words.
    private func tell(_ words: String, place: UInt) {
        log?.append(
            .init(task: current, kind: .note, detail: 1, place: place, text: words, callers: log?.callers[current] ?? []))
    }

    private static let mostPrintsInARow = 200

    /// Bytes of a print that are told.
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
        // The end by exit() with a code that says that something went wrong is part of the outcome.
        if call.flags != 0 { interleave_note_exit(Int32(bitPattern: call.flags)) }
        process.stepLimit = min(process.stepLimit, choices.count + Self.mostStepsBehindEnd)
        if isLogging { tell("ends the program", place: call.caller) }
        if call.value == 0 { vanish() }
    }

    private static let mostStepsBehindEnd = 2000

    /// A trap ends the process, unless that has ended before: then the task never came so far.
    func meetEndOfProcess(_ place: UInt) {
        guard interleave_observes_output() else { return }
        let output = object(interleave_standard_output() | 3)
        commit(arrive(at: Operation(kind: .atomicUpdate, object: output, place: place)), as: Self.nothing)
        if process.hasEnded { vanish() }
    }

    /// The running task is gone with its process.
    private func vanish() { leave(current, as: .gone) }

    /// The process has ended, and some of its tasks go on and on: what they would still do is not looked at.
    /// - Returns: false: that is not the case.
    func cutsOffBehindEnd() -> Bool {
        guard process.hasEnded, !hasLastWork else { return process.hasEnded }
        for task in 0..<taskCount where states[task] == .alive {
            states[task] = .gone
            alive.remove(task)
        }
        hasCutShort = true
        return true
    }

    /// `dispatchMain()`: the first task is over, and the main queue runs what lies there.
    private func serveMainQueue(place: UInt) {
        guard current == 0 else {
            _ = refused("dispatchMain() on another thread than the first", place: place)
            return
        }
        freeMainQueue()
        process.servesMainQueue = true
        vanish()
    }

    /// Looks, at the end of an execution, for what was left on the main queue.
    func noteLeftMainQueue() {
        guard process.hasEnded else { return }
        process.hasLeftMainQueue = (0..<taskCount).contains {
            states[$0] == .alive && !jobs[$0].hasBegun && jobs[$0].queue >= 0 && queues[jobs[$0].queue].kind == .main
        }
    }
}
