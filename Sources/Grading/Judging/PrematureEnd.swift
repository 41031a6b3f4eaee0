import Recorder
import Trace

/// Why an attempt's process ended before its checks did, in words: from its signal, its last words, its trace and its limits.
struct PrematureEnd {
    let outcome: AttemptProcess.Outcome
    let evidence: Evidence
    /// The program's file, whose addresses the last words hold.
    let program: String
    let limits: AttemptProcess.Limits

    init(outcome: AttemptProcess.Outcome, evidence: Evidence, program: String, limits: AttemptProcess.Limits) {
        self.outcome = outcome
        self.evidence = evidence
        self.program = program
        self.limits = limits
    }

    var status: Grade.Status {
        switch (outcome.excess, outcome.ending) {
        case (.time, _), (.work, _), (.standstill, _): .timedOut
        case (.memory, _), (.threads, _), (.output, _): .refused
        case (nil, .killed(let signal)): [Signal.badSystemCall, Signal.fileTooLarge].contains(signal) ? .refused : .crashed
        default: .refused
        }
    }

    var trouble: Grade.Trouble {
        let finding = finding
        return Grade.Trouble(verdict: finding.verdict.rawValue, message: finding.message)
    }

    private enum Signal {
        static let illegalInstruction: Int32 = 4, trap: Int32 = 5, abort: Int32 = 6, badAddress: Int32 = 11, fileTooLarge: Int32 = 25,
            badSystemCall: Int32 = 31
    }

    var finding: Finding {
        switch (outcome.excess, outcome.ending) {
        case (.time, _), (.work, _), (.standstill, _): return hang
        case (.memory, _):
            return Finding(
                Finding.Verdict("tooMuchMemory"), "Your code took more than \(limits.memory >> 20) MB of memory, and was stopped.",
                try: "look for a loop or a recursion that keeps what it makes.")
        case (.threads, _):
            return Finding(
                Finding.Verdict("tooManyThreads"), "Your code had more than \(limits.threads) threads at once, and was stopped.",
                try: "look for a loop that starts a thread, or hands a waiting block to a queue of its own, without end.")
        case (.output, _):
            return Finding(
                Finding.Verdict("tooMuchOutput"), "Your code printed more than \(limits.output >> 20) MB, and was stopped.",
                try: "take out the print in the loop.")
        case (nil, .killed(Signal.badSystemCall)):
            return Finding(
                Finding.Verdict("startedProcess"), "Your code tried to start another process (fork, Process, system). Attempts may not.",
                at: lineOfLastWords, try: "no exercise needs one: use queues and threads.")
        case (nil, .killed(Signal.fileTooLarge)):
            return Finding(
                Finding.Verdict("tooMuchOutput"), "Your code wrote a file of more than 64 MB, and was stopped.", at: lineOfLastWords,
                try: "no exercise needs a file.")
        case (nil, .killed(let signal)): return crash(signal)
        default:
            let code = if case .exited(let code) = outcome.ending { code } else { Int32(0) }
            return Finding(
                Finding.Verdict("endedEarly"),
                "The program ended (exit, code \(code)) before the checks were through, so that nothing can be said of your code.",
                at: lineOfLastWords, try: "let your functions return; the checks end the program.")
        }
    }
}

extension PrematureEnd {
    private func crash(_ signal: Int32) -> Finding {
        let place = lineOfLastWords
        if let words = fatalError {
            return Finding(
                Finding.Verdict("crash"), "Your code was stopped by Swift, because what it asked for is impossible: \(words)", at: place,
                try: cure(for: words))
        }
        if outcome.printed.contains("closure argument was escaped in withoutActuallyEscaping block") {
            return Finding(
                Finding.Verdict("crash"),
                """
                Your code handed a closure that does not escape to somebody else (`withoutActuallyEscaping`), and that one still had it in its hands when \
                your function went on. Swift stops a program for that.
                """,
                at: place, try: "wait until all to whom the closure was handed are done with it, their own blocks included.")
        }
        if let place, evidence.text(of: place).contains("dispatchPrecondition") {
            return Finding(
                Finding.Verdict("crash"), "A `dispatchPrecondition` of yours does not hold: the code runs on another queue than it says.",
                at: place, try: "the checks call you from a thread of their own, or from the main thread; no queue of yours is promised.")
        }
        let last = lastCall
        switch (signal, last?.kind) {
        case (Signal.illegalInstruction, .groupLeft?):
            return Finding(
                Finding.Verdict("crash"),
                "A group was left more often than it was entered, and libdispatch stops a program for that, without a word.",
                at: evidence.line(of: last?.place) ?? place,
                try: "each `enter` has exactly one `leave`: count them on every way through the code.")
        case (Signal.illegalInstruction, .itemEnqueued?):
            return Finding(
                Finding.Verdict("deadlock"),
                """
                Your code called `sync` on the queue that it was running on: the caller waits for its block, the block waits for the caller to \
                be done. libdispatch sees that this can never end and stops the program, without a word.
                """,
                at: evidence.line(of: last?.place) ?? place,
                try: "call the work directly when you are on the queue already, or use `async`.")
        case (Signal.illegalInstruction, _), (Signal.trap, _):
            return Finding(
                Finding.Verdict("crash"),
                """
                The program was stopped by a trap (signal \(signal)): libdispatch or Swift found itself in a state that cannot be. Usual reasons: `sync` \
                onto the queue that one is on, more `leave` than `enter`, a semaphore that dies with less than its first value, `nil` behind a `!`.
                """,
                at: evidence.line(of: last?.place) ?? place, try: "look at the last call that your code made there.")
        case (Signal.badAddress, _), (7, _):
            return Finding(
                Finding.Verdict("crash"),
                """
                Your code came to an address in memory where nothing is (signal \(signal)). In plain Swift that happens when several threads \
                change one array, dictionary or reference at the same time, or when a function calls itself without end.
                """,
                at: place, try: "look for a variable that more than one thread changes with nothing that keeps them apart.")
        default:
            return Finding(
                Finding.Verdict("crash"), "The program was ended by signal \(signal).", at: place,
                try: "look at the last thing that your code did there.")
        }
    }

    /// What to try when Swift has stopped the program with these words.
    private func cure(for words: String) -> String {
        let cures = [
            (
                "Division by zero",
                "find out how that divisor comes to be 0. Integers divide without a rest: 3 / 64 is 0; `max(1, …)` helps."
            ),
            (
                "Range requires",
                "a range may be empty, but its end may not lie before its start: where it would, there is nothing left to do."
            ),
            ("ndex out of range", "find out which index that is, and how long the array: the last element has none behind it."),
            ("found nil", "ask in which case that is `nil`, and what is to be done then, instead of `!`."),
            ("Stride size must not be zero", "find out how that stride comes to be 0; `max(1, …)` helps."),
            ("verflow", "find out how that number becomes too large, or less than 0 where it may not."),
        ]
        return cures.first { words.contains($0.0) }?.1
            ?? "look at what that line takes for granted. Where several threads work on the same thing, it may have changed meanwhile."
    }

    private var hang: Finding {
        let period =
            switch outcome.excess {
            case .standstill: "Your code did not finish. For \(Stillness.limit.words) nothing in the program moved, so it was stopped."
            case .work:
                "Your code did not finish. It had worked for \(limits.work.words), so it was stopped. Correct code needs less than a second."
            default: "Your code did not finish. \(limits.time.words) had passed, so it was stopped."
            }
        if outcome.excess != .work, let standstill = evidence.standstill {
            return Finding(standstill.verdict, "\(period) \(standstill.what)", at: standstill.place, try: standstill.cure)
        }
        let place = lineOfLastWords
        return Finding(
            Finding.Verdict("hang"), period + (place == nil ? "" : " Its busiest thread was running in a loop."),
            at: place, try: "look for a loop that never ends: it waits for something that never happens, or that it never sees.")
    }

    /// What Swift printed when it stopped the program: "Index out of range".
    private var fatalError: String? {
        for line in outcome.printed.split(separator: "\n").reversed() {
            if let match = line.firstMatch(of: /Fatal error: (.*)/) { return "“\(match.1)”." }
            if line.hasSuffix("Fatal error") { return "“\(line)”." }
        }
        return nil
    }

    /// The line of the attempt that the dying thread was at, from its stack.
    private var lineOfLastWords: String? {
        guard let words = outcome.lastWords else { return nil }
        for location in Symbolicator.locations(ofReturnAddresses: words.addresses, inProgram: program) {
            if let location, location.line > 0, Evidence.name(of: location.file) == evidence.file {
                return "line \(location.line) of \(evidence.file)"
            }
        }
        return nil
    }

    /// The last thing that the dying thread asked of the system.
    private var lastCall: (kind: Event.Kind, place: Int?)? {
        guard let words = outcome.lastWords, let lane = evidence.trace.lanes.firstIndex(where: { $0.threadID == words.thread }),
            let index = evidence.trace.events.lastIndex(where: { $0.lane == lane && $0.kind != .note })
        else { return nil }
        let event = evidence.trace.events[index]
        if event.kind == .itemEnqueued || event.kind == .itemBegan || event.kind == .waitBegan {
            let item = evidence.trace.item(ofEvent: index).map { evidence.trace.items[$0] }
            let isSync = item?.callerWaits ?? evidence.trace.wait(ofEvent: index).map { evidence.trace.waits[$0].kind == .sync } ?? false
            return isSync ? (.itemEnqueued, item?.place ?? Int(event.place)) : (.note, Int(event.place))
        }
        return (event.kind, Int(event.place))
    }
}

extension Duration {
    /// "8 seconds", "2.5 seconds".
    var words: String {
        let seconds = self / .seconds(1)
        return seconds == 1 ? "1 second" : "\(seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)) seconds"
    }
}
