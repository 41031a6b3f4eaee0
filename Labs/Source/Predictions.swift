import LabKit

/// The question before each variant.
extension Prediction {
    static let sigstop = Prediction(
        "A program has a source for SIGSTOP. You type `kill -STOP` and a little later `kill -CONT`. When is the handler called?",
        choices: ["when the process is stopped", "when it is continued, since it could not run before", "never"], answer: 2,
        because: """
            SIGSTOP and SIGKILL are orders to the kernel, not messages to the process. No process can catch, block or ignore them. So every
            program can be stopped and killed for certain. The source is still created and registered without an error.
            """, at: .endOfPause(onQueue: "heartbeat"))

    static let sigcont = Prediction(
        "Can the handler of a source for SIGCONT save the unsaved work *before* the process is stopped?",
        choices: ["yes", "no, it is called when the process continues"], answer: 1,
        because: """
            SIGCONT arrives after the stop, whatever caused the stop. In its handler you can check the clock, redraw the screen or print a
            state. It is too late for saving before the stop.
            """, at: .firstCall(onQueue: "SIGCONT"))

    static let sigtstp = Prediction(
        "The program has a source for SIGTSTP, which Ctrl-Z sends. Does the signal still stop the program?",
        choices: ["yes, immediately", "no: the handler runs, and must stop the program itself"], answer: 1,
        because: """
            SIGTSTP is a request. A program that handles it can save first. Then it stops itself with `raise(SIGSTOP)`. That call returns
            when the process receives SIGCONT.
            """, at: .firstCall(onQueue: "SIGTSTP"))

    static let burst = Prediction(
        "Many SIGUSR1 signals are sent while the process is stopped. How often is the handler called for them?",
        choices: ["once for each signal", "once", "never"], answer: 1,
        because: """
            For each kind of signal the kernel keeps one bit ("pending"), not a list. A signal says that something happened, not how often.
            (Five signals that were sent one by one were five calls.)
            """, at: .endOfPause(onQueue: "SIGUSR1"))

    static let child = Prediction(
        "A program ignores SIGTSTP. Its parent sends it SIGTSTP, then SIGSTOP. Which signal stops it?",
        choices: ["both", "SIGSTOP", "neither"], answer: 1,
        because: """
            SIGTSTP is a request, which a process can ignore. SIGSTOP is an order, which it cannot ignore. SIGCHLD informs the parent, which
            continues to run: see its lanes.
            """, at: .firstCall(onQueue: "SIGCHLD"))

    static let debugger = Prediction(
        "A debugger pauses the program and continues it. Is the handler for SIGCONT called?",
        choices: ["yes, as for any stop", "no"], answer: 1,
        because: """
            A debugger on Linux stops thread by thread (`ptrace`) and sends no SIGCONT. The program can notice it by the missed ticks of a
            timer, and by the line TracerPid in /proc/self/status. (If the system lets no debugger attach, the lab says so.)
            """, at: .endOfPause(onQueue: "app"))

    static let timer = Prediction(
        "A timer ticks every 10 ms. One call of its handler takes 100 ms. How many calls follow for the ticks of these 100 ms?",
        choices: ["about ten, directly after each other", "one", "none: the ticks are dropped"], answer: 1,
        because: """
            The handler of a source is queued at most once. The source counts the ticks that are due meanwhile. The next call finds the
            count in `data`.
            """, at: .callAfterSlowCall)

    static let descriptor = Prediction(
        "A program writes to a pipe five times, then activates a read source for it. How often is the handler called for these writes?",
        choices: ["five times", "once"], answer: 1,
        because: """
            A pipe keeps bytes, not writes. The source says that there is data to read, and about how much. Each later write came after the
            one before had been read, so it got its own call.
            """, at: .firstFiring(onQueue: "reader"))

    static let userData = Prediction(
        "The program adds 1 to a source many times while the source's queue is busy. Which calls of the handler follow?",
        choices: ["one call for each addition, with 1", "one call, with the sum", "one call, with 1"], answer: 1,
        because: """
            An adding source keeps a sum and calls its handler once with the whole sum. So a progress bar is drawn only as often as there is
            time for it, and no addition is lost. The other two kinds combine bits, or keep the last value.
            """, at: .firstFiring(onQueue: "screen"))
}

extension Trace {
    /// The calls of source handlers on this queue, in their order.
    private func calls(onQueue label: String) -> [Int64] {
        items(onQueue: label).filter { $0.how == .sourceHandler }.compactMap(\.began).sorted()
    }

    /// The first call, and the first one after a long pause.
    fileprivate func firstCall(onQueue label: String) -> Int64? { calls(onQueue: label).first }

    /// The moment at which the source of a call fired: that event says how much has come together.
    fileprivate func firing(ofCallAt time: Int64) -> Int64? { events.last { $0.kind == .sourceFired && $0.time <= time }?.time }

    fileprivate func firstCallAfterPause(onQueue label: String) -> Int64? {
        let calls = calls(onQueue: label), pauses = zip(calls, calls.dropFirst()).map { (length: $1 - $0, end: $1) }
        let longest = pauses.map(\.length).max() ?? 0
        return pauses.first { $0.length * 2 >= longest }?.end
    }
}

extension Moment {
    /// The first call of a source's handler on this queue.
    fileprivate static func firstCall(onQueue label: String) -> Moment { Moment { $0.firstCall(onQueue: label) } }

    /// The source fires for the first time that calls a handler on this queue.
    fileprivate static func firstFiring(onQueue label: String) -> Moment {
        Moment { trace in trace.firstCall(onQueue: label).flatMap(trace.firing) }
    }

    /// The first call after the process was stopped and continued.
    fileprivate static func endOfPause(onQueue label: String) -> Moment { Moment { $0.firstCallAfterPause(onQueue: label) } }

    /// The first call after the one that sleeps for a long time.
    fileprivate static let callAfterSlowCall = Moment { trace in
        guard let slow = trace.waits.first(where: { $0.kind == .sleep && $0.lane != 0 })?.ended else { return nil }
        return trace.items.lazy.filter { $0.how == .sourceHandler }.compactMap(\.began).filter { $0 >= slow }.min().flatMap(trace.firing)
    }
}
