import Glibc

/// Signals while a traced program runs: Ctrl-C and Ctrl-\ reach it by themselves, a request to end is passed on to it, and the tracer
/// outlives them all to finish the file.
///
/// What is ignored when the tracer starts (as by `nohup`) stays ignored, in the program too. Handlers are put in place before the program
/// is started, and `exec` gives it the defaults again, so that no signal finds either of them unprepared.
enum PassedSignals {
    static func take() {
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
            var found = sigaction()
            sigaction(number, nil, &found)
            if unsafeBitCast(found.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
            signal(number, number == SIGINT || number == SIGQUIT ? outlive : handOn)
        }
    }

    private static let outlive: @convention(c) (Int32) -> Void = { _ in }
    private static let handOn: @convention(c) (Int32) -> Void = { if tracedProcess > 0 { kill(tracedProcess, $0) } }

    static func pass(to process: pid_t) { tracedProcess = process }

    /// The process has been waited for, and its number may be another's soon.
    static func stop() { tracedProcess = 0 }
}

/// Read by signal handlers, which can capture nothing; a whole word, written by the main thread alone.
nonisolated(unsafe) private var tracedProcess: pid_t = 0
