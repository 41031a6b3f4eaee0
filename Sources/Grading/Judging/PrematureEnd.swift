import Symbols
import Trace

/// Why an attempt's process ended before its checks, in words: from its signal, its last words, its
/// trace and its limits.
struct PrematureEnd {
    let outcome: AttemptProcess.Outcome
    let evidence: Evidence
    /// The program's file; the addresses of the last words belong to it.
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
        case (.memory, _), (.threads, _), (.output, _), (.disk, _): .refused
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

    var finding: GradeFinding {
        switch (outcome.excess, outcome.ending) {
        case (.time, _), (.work, _), (.standstill, _): return hang
        case (.memory, _):
            return GradeFinding(
                GradeFinding.Verdict("tooMuchMemory"), "Your code took more than \(limits.memory >> 20) MB of memory, and was stopped.",
                try: "look for a loop or a recursion that keeps everything it creates.")
        case (.threads, _):
            return GradeFinding(
                GradeFinding.Verdict("tooManyThreads"),
                "Your code had more than \(limits.threads) threads at the same time, and was stopped.",
                try: "look for an endless loop that starts a thread, or submits a waiting block to a new queue.")
        case (.output, _):
            return GradeFinding(
                GradeFinding.Verdict("tooMuchOutput"), "Your code printed more than \(limits.output >> 20) MB, and was stopped.",
                try: "remove the print from the loop.")
        case (.disk, _):
            return GradeFinding(
                GradeFinding.Verdict("tooManyFiles"),
                "Your code wrote more than \(limits.files) files, or more than \(limits.disk >> 20) MB of them, and was stopped.",
                try: "no exercise needs a file.")
        case (nil, .killed(Signal.badSystemCall)):
            return GradeFinding(
                GradeFinding.Verdict("startedProcess"),
                "Your code tried to start another process (fork, Process, system). An attempt must not do that.",
                at: lineOfLastWords, try: "no exercise needs a process: use queues and threads.")
        case (nil, .killed(Signal.fileTooLarge)):
            return GradeFinding(
                GradeFinding.Verdict("tooMuchOutput"), "Your code wrote a file of more than 64 MB, and was stopped.", at: lineOfLastWords,
                try: "no exercise needs a file.")
        case (nil, .killed(let signal)): return crash(signal)
        default:
            let code = if case .exited(let code) = outcome.ending { code } else { Int32(0) }
            return GradeFinding(
                GradeFinding.Verdict("endedEarly"),
                "The program ended (exit, code \(code)) before the checks had finished, so your code cannot be judged.",
                at: lineOfLastWords, try: "let your functions return. The checks end the program.")
        }
    }
}

extension PrematureEnd {
    private func crash(_ signal: Int32) -> GradeFinding {
        let place = lineOfLastWords
        return stop(at: place) ?? trap(signal, at: place)
    }

    /// A check of Swift or of the attempt itself that has stopped the program, with words; nil: none.
    private func stop(at place: String?) -> GradeFinding? {
        if let words = fatalError {
            return GradeFinding(
                GradeFinding.Verdict("crash"), "Swift stopped your code, because an operation is not possible: \(words)",
                at: place,
                try: cure(for: words))
        }
        if outcome.printed.contains("closure argument was escaped in withoutActuallyEscaping block") {
            return GradeFinding(
                GradeFinding.Verdict("crash"),
                """
                Your code passed on a closure that must not escape (`withoutActuallyEscaping`). Another part of the code still kept the closure when \
                your function continued. Swift stops a program for that.
                """,
                at: place, try: "wait until all code that got the closure has released it, including submitted blocks.")
        }
        if let place, evidence.text(of: place).contains("dispatchPrecondition") {
            return GradeFinding(
                GradeFinding.Verdict("crash"),
                "A `dispatchPrecondition` in your code is false: the code runs on a different queue.",
                at: place, try: "the checks call your code from their own thread, or from the main thread, and not on one of your queues.")
        }
        return nil
    }

    /// A signal that has ended the program without words.
    private func trap(_ signal: Int32, at place: String?) -> GradeFinding {
        let last = lastCall
        switch (signal, last?.kind) {
        case (Signal.illegalInstruction, .groupLeft?):
            return GradeFinding(
                GradeFinding.Verdict("crash"),
                "A group was left more often than it was entered. libdispatch stops a program for that, without a message.",
                at: evidence.line(of: last?.place) ?? place,
                try: "each `enter` needs exactly one `leave`: count them on every code path.")
        case (Signal.illegalInstruction, .queueResumed?) where suspensions < 0:
            return GradeFinding(
                GradeFinding.Verdict("crash"),
                "A queue was resumed more often than it was suspended. libdispatch stops a program for that, without a message.",
                at: evidence.line(of: last?.place) ?? place,
                try: "each `suspend` needs exactly one `resume`: resume only a suspended queue.")
        case (Signal.illegalInstruction, .queueSuspended?),
            (Signal.illegalInstruction, .queueResumed?) where suspensions > 0:
            return GradeFinding(
                GradeFinding.Verdict("crash"),
                "A queue was destroyed while it was suspended. libdispatch stops a program for that, without a message.",
                at: evidence.line(of: last?.place) ?? place, try: "resume a suspended queue before its last reference is gone.")
        case (Signal.illegalInstruction, .itemEnqueued?):
            return GradeFinding(
                GradeFinding.Verdict("deadlock"),
                """
                Your code called `sync` on the queue that it was running on. The caller waits for its block, and the block waits for the caller (a \
                circular wait). libdispatch detects this and stops the program, without a message.
                """,
                at: evidence.line(of: last?.place) ?? place,
                try: "call the code directly if you are already on the queue, or use `async`.")
        case (Signal.illegalInstruction, _), (Signal.trap, _):
            return GradeFinding(
                GradeFinding.Verdict("crash"),
                """
                The program was stopped by a trap (signal \(signal)): libdispatch or Swift detected an impossible state. Usual reasons: `sync` \
                to the current queue, more `leave` than `enter`, a semaphore destroyed below its first value, `!` on a `nil` value.
                """,
                at: evidence.line(of: last?.place) ?? place, try: "check the last call that your code made there.")
        case (Signal.badAddress, _), (7, _):
            return GradeFinding(
                GradeFinding.Verdict("crash"),
                """
                Your code accessed memory that is not there (signal \(signal)). Look for two usual causes. Perhaps several threads \
                change one array, dictionary or reference at the same time. Or a function calls itself without end.
                """,
                at: place, try: "look for a variable that several threads change without a lock or a queue.")
        default:
            return GradeFinding(
                GradeFinding.Verdict("crash"), "Signal \(signal) ended the program.", at: place,
                try: "check what your code did last there.")
        }
    }

    /// The advice for a message with which Swift has stopped the program.
    private func cure(for words: String) -> String {
        let cures = [
            (
                "Division by zero",
                "find out why that divisor is 0. Integer division drops the remainder: 3 / 64 is 0. `max(1, …)` helps."
            ),
            (
                "Range requires",
                "a range can be empty, but its end must not be before its start. In that case there is nothing left to do."
            ),
            ("ndex out of range", "find out which index that is, and how long the array is. The last element has no element after it."),
            ("found nil", "find out when that value is `nil`, and handle that case, instead of `!`."),
            (
                "continuation more than once",
                "go through all code paths that resume this continuation. Only the first of them must do it: take the continuation out of a variable under a lock."
            ),
            ("Stride size must not be zero", "find out why that stride is 0. `max(1, …)` helps."),
            (
                "Recursive call to lock",
                "this thread holds that lock already. Release it before you call code that acquires it again: also a closure that runs during the call."
            ),
            ("verflow", "find out why that number becomes too large, or negative in a type without negative numbers."),
        ]
        return cures.first { words.contains($0.0) }?.1
            ?? "check the assumptions of that line. If several threads use the same value, another thread can change it meanwhile."
    }

    private var hang: GradeFinding {
        let period =
            switch outcome.excess {
            case .standstill:
                "Your code did not finish. For \(QuiescenceDetector.limit.words) no thread of the program was active, so it was stopped."
            case .work:
                "Your code did not finish. It had worked for \(limits.work.words), so it was stopped. Correct code needs less than a second."
            default: "Your code did not finish. \(limits.time.words) had passed, so it was stopped."
            }
        if outcome.excess != .work, let standstill = evidence.standstill {
            return GradeFinding(standstill.verdict, "\(period) \(standstill.what)", at: standstill.place, try: standstill.cure)
        }
        let place = lineOfLastWords
        return .endlessLoop(period, "Its busiest thread was running in a loop.", at: place, in: evidence)
    }

    /// Swift's message when it stopped the program: "Index out of range".
    private var fatalError: String? {
        for line in outcome.printed.split(separator: "\n").reversed() {
            if let match = line.firstMatch(of: /Fatal error: (.*)/) { return "“\(match.1)”." }
            if line.hasSuffix("Fatal error") { return "“\(line)”." }
        }
        return nil
    }

    /// The line of the attempt at which the thread ended, from its stack.
    private var lineOfLastWords: String? {
        guard let words = outcome.lastWords else { return nil }
        for location in Symbolicator.locations(ofReturnAddresses: words.addresses, inProgram: program) {
            if let location, location.line > 0, Evidence.name(of: location.file) == evidence.file {
                return "line \(location.line) of \(evidence.file)"
            }
        }
        return nil
    }

    /// How often the queue of the last call is suspended, also by that call.
    private var suspensions: Int {
        guard let last = lastEvent, let queue = evidence.trace.queue(ofEvent: last) else { return 0 }
        return evidence.trace.events.indices.prefix(through: last).reduce(0) { count, index in
            let kind = evidence.trace.events[index].kind
            guard kind == .queueSuspended || kind == .queueResumed, evidence.trace.queue(ofEvent: index) == queue else { return count }
            return count + (kind == .queueSuspended ? 1 : -1)
        }
    }

    private var lastEvent: Int? {
        guard let words = outcome.lastWords, let lane = evidence.trace.lanes.firstIndex(where: { $0.threadID == words.thread }) else {
            return nil
        }
        return evidence.trace.events.lastIndex { $0.lane == lane && $0.kind != .note }
    }

    /// The thread's last call to the system.
    private var lastCall: (kind: Event.Kind, place: Int?)? {
        guard let index = lastEvent else { return nil }
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
