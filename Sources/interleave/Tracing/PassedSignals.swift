import Glibc
import Synchronization
import System

/// Signals while a traced program runs: each reaches the program, and the tracer survives them all
/// to complete the file.
///
/// The program is in the tracer's process group, where it would be without the tracer, so that job
/// control, pipelines and reading from the terminal work as usual. A signal that the system sends
/// to the whole group (Ctrl-C, a terminal that goes away) reaches the program directly. A signal
/// from another process is passed on, because it can be meant for the tracer alone. If it was sent
/// to the whole group, it reaches the program twice, as with coreutils' `timeout`. Signals that are
/// not named here affect the tracer as any program: Ctrl-Z stops it with the group. Some signals can
/// be meant for the recording: then the program does not get them.
final class PassedSignals: Sendable {
    /// The signals that our parent process had blocked; the program must block the same.
    let blockedBefore: sigset_t
    private let numbers: SignalSet
    /// The program's number; 0: it has not been started, or it has been waited for. It is held while a
    /// signal is passed on or handled.
    private let program = Mutex<pid_t>(0)
    /// What happens in place of passing a signal on, with the program's number.
    private let handlers: [Int32: @Sendable (pid_t) -> Void]

    /// Blocks the signals from now on. Only for a process with a single thread.
    init(handlers: [Int32: @Sendable (pid_t) -> Void] = [:]) {
        self.handlers = handlers
        numbers = SignalSet(SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGTERM)
        blockedBefore = numbers.holdBack()
    }

    /// Passes signals on to the program, in a separate thread, until `stop`.
    func pass(to process: pid_t) {
        program.withLock { $0 = process }
        var thread = pthread_t()
        // Never freed: the thread lives as long as the process.
        let this = Unmanaged.passRetained(self).toOpaque()
        pthread_create(
            &thread, nil,
            { this in
                if let this { Unmanaged<PassedSignals>.fromOpaque(this).takeUnretainedValue().run() }
                return nil
            }, this)
        pthread_detach(thread)
    }

    /// The program has been waited for, so another process can have its number soon. Returns when a
    /// signal that came before has been handled: a snapshot is complete then.
    func stop() { program.withLock { $0 = 0 } }

    private func run() {
        var numbers = numbers.mask
        while true {
            var info = siginfo_t()
            let number = sigwaitinfo(&numbers, &info)
            guard number > 0, info.si_code != Int32(SI_KERNEL) else { continue }
            program.withLock { process in
                guard process > 0 else { return }
                if let handler = handlers[number] { handler(process) } else { kill(process, number) }
            }
        }
    }
}
