import LabKit

/// The question before each variant.
extension Prediction {
    static let sigstop = Prediction(
        """
        The source is for `SIGSTOP`. Another process stops this one with `kill -STOP`, and continues it with `kill -CONT`. When is
        the handler called?
        """,
        about: .part(of: "watchForStop", from: "let source", through: "source.register"),
        choices: ["when the process is stopped", "when it is continued, since it could not run before", "never"], answer: 2,
        because: """
            SIGSTOP and SIGKILL are orders to the kernel, not messages to the process. No process can catch, block or ignore them. So every
            program can be stopped and killed for certain. The source is still created and registered without an error.
            """, at: .endOfPause(onQueue: "heartbeat"),
        beside: ["calls.add": "{calls of the SIGSTOP handler}"])

    static let sigcont = Prediction(
        "The source is for `SIGCONT`. Can its handler save the unsaved work *before* the process is stopped?",
        about: .part(of: "watchForContinue", from: "let source", through: "source.register"),
        choices: ["yes", "no, it is called when the process continues"], answer: 1,
        because: """
            SIGCONT arrives after the stop, whatever caused the stop. In its handler you can check the clock, redraw the screen or print a
            state. It is too late for saving before the stop.
            """, at: .firstCall(onQueue: "SIGCONT"),
        beside: ["calls.add": "{calls of the SIGCONT handler}; {edits not saved when the process stopped} not saved"])

    static let sigtstp = Prediction(
        "Ctrl-Z sends `SIGTSTP`. Does that signal still stop this program?",
        about: .part(of: "watchForTerminalStop", from: "signal(SIGTSTP", through: "stops.add"),
        choices: ["yes, immediately", "no: the handler runs, and must stop the program itself"], answer: 1,
        because: """
            SIGTSTP is a request. A program that handles it can save first. Then it stops itself with `raise(SIGSTOP)`. That call returns
            when the process receives SIGCONT.
            """, at: .firstCall(onQueue: "SIGTSTP"),
        beside: ["collection.save": "{edits not saved when the process stopped} not saved"])

    static let burst = Prediction(
        "Many `SIGUSR1` are sent while the process is stopped. How often is this handler called for them?",
        about: .part(of: "receiveBurst", from: "let source", through: "source.register"),
        choices: ["once for each signal", "once", "never"], answer: 1,
        because: """
            For each kind of signal the kernel keeps one bit ("pending"), not a list. A signal says that something happened, not how often.
            (Five signals that were sent one by one were five calls.)
            """, at: .endOfPause(onQueue: "SIGUSR1"),
        beside: ["calls.add": "{calls for signals that were sent while the process was stopped} for the burst"])

    static let child = Prediction(
        """
        The child ignores SIGTSTP: `trap '' TSTP`. Its parent sends it `SIGTSTP`, and then `SIGSTOP`. Which signal stops it?
        """,
        about: .part(of: "watchChild", from: "let family", through: "family.send(SIGSTOP)"),
        choices: ["both", "SIGSTOP", "neither"], answer: 1,
        because: """
            SIGTSTP is a request, which a process can ignore. SIGSTOP is an order, which it cannot ignore. SIGCHLD informs the parent, which
            continues to run: see its lanes.
            """, at: .firstCall(onQueue: "SIGCHLD"),
        beside: [
            "send(SIGTSTP)": "{stops by SIGTSTP, which the child ignores}",
            "send(SIGSTOP)": "{stops by SIGSTOP, which no process can ignore}",
        ])

    static let debugger = Prediction(
        "A debugger pauses the program and continues it. Is this handler for `SIGCONT` called?",
        about: .part(of: "printStateOnContinue", from: "let source", through: "source.register"),
        choices: ["yes, as for any stop", "no"], answer: 1,
        because: """
            A debugger on Linux stops thread by thread (`ptrace`) and sends no SIGCONT. The program can notice it by the missed ticks of a
            timer, and by the line TracerPid in /proc/self/status. (If the system lets no debugger attach, the lab says so.)
            """, at: .endOfPause(onQueue: "app"),
        beside: ["prints.add": "{calls of the SIGCONT handler after a debugger's pause} for the debugger"])

    static let timer = Prediction(
        """
        The timer ticks every 10 ms. The fifth call of its handler is in `Thread.sleep` for 100 ms. How many calls follow for the
        ticks of these 100 ms?
        """,
        about: .part(of: "watchTimer", from: "timer.setEventHandler", through: "if calls == 5"),
        choices: ["about ten, directly after each other", "one", "none: the ticks are dropped"], answer: 1,
        because: """
            The handler of a source is queued at most once. The source counts the ticks that are due meanwhile. The next call finds the
            count in `data`.
            """, at: .callAfterSlowCall,
        beside: ["mostTicksInOneCall": "{most ticks merged into one call of a slow handler}"])

    static let descriptor = Prediction(
        """
        `write` puts a line into the pipe five times. Then `source.activate()` is called. How often is the handler called for
        these writes?
        """,
        about: [
            .part(of: "watchDescriptor", from: "let source", through: "let available"),
            .part(of: "watchDescriptor", from: "let writesBefore", through: "source.activate"),
        ],
        choices: ["five times", "once"], answer: 1,
        because: """
            A pipe keeps bytes, not writes. The source says that there is data to read, and about how much. Each later write came after the
            one before had been read, so it got its own call.
            """, at: .firstFiring(onQueue: "reader"),
        beside: ["let available": "{bytes in the first call, for all earlier writes together} in the first call"])

    static let userData = Prediction(
        """
        While `screen.sync` keeps the source's queue busy, `progress.add(data: 1)` is called many times. Which calls of the
        handler follow?
        """,
        about: [
            .part(of: "mergeData", from: "let progress", through: "}"),
            .part(of: "mergeData", from: "screen.sync", through: "progress.add"),
        ],
        choices: ["one call for each addition, with 1", "one call, with the sum", "one call, with 1"], answer: 1,
        because: """
            An adding source keeps a sum and calls its handler once with the whole sum. So a progress bar is drawn only as often as there is
            time for it, and no addition is lost. The other two kinds combine bits, or keep the last value.
            """, at: .firstFiring(onQueue: "screen"),
        beside: [
            "sum +=":
                "{handler calls for all additions that were made while the queue was busy}: {additions in the sum that the call received}"
        ])
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
