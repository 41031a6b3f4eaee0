import Glibc

/// A process that stays in this one's process group, holds back every signal, and tells on request which of them it has got.
///
/// A signal says who sent it, but not whether it was meant for one process or for its whole group. What the witness has got as well was meant
/// for the group. The kernel goes through a group from its newest member to its oldest, so the witness has got a signal by the time that the
/// process that started it has. When that process ends, in whatever way, the witness ends too.
public struct GroupWitness: Sendable {
    private let process: pid_t
    /// Our end of a pair of sockets; the witness has the other one, and nothing else.
    private let line: Int32

    /// Starts the witness; nil when the system has no process to spare. Only for a process with a single thread.
    public init?() {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
        // Held back before it exists, so that none reaches it before it can hold them back itself.
        var all = sigset_t(), before = sigset_t()
        sigfillset(&all)
        sigprocmask(SIG_SETMASK, &all, &before)
        process = ChildProcess.replica { Self.answer(on: ends[1]) }
        sigprocmask(SIG_SETMASK, &before, nil)
        close(ends[1])
        line = ends[0]
        if process < 0 {
            close(line)
            return nil
        }
    }

    /// Whether the group got this signal since the witness was last asked about it.
    public func got(_ signal: Int32) -> Bool {
        var number = UInt8(truncatingIfNeeded: signal)
        guard send(line, &number, 1, Int32(MSG_NOSIGNAL)) == 1 else { return false }
        var answer: UInt8 = 0
        var count: Int
        repeat { count = read(line, &answer, 1) } while count < 0 && errno == EINTR
        return count == 1 && answer == 1
    }

    /// Ends the witness.
    public func end() {
        close(line)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// What the witness does with its life: a byte asks for a signal, a byte answers, and what was told is forgotten.
    private static func answer(on line: Int32) -> Never {
        // It keeps nothing open: whoever reads what this process writes must not wait for the witness to end.
        dup2(line, 0)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        for descriptor in 1..<Int32(clamping: min(limit.rlim_cur, 1 << 16)) { close(descriptor) }
        var number: UInt8 = 0
        while read(0, &number, 1) == 1 {
            var only = sigset_t()
            sigemptyset(&only)
            sigaddset(&only, Int32(number))
            var noTime = timespec()
            var answer: UInt8 = sigtimedwait(&only, nil, &noTime) > 0 ? 1 : 0
            _ = write(0, &answer, 1)
        }
        _exit(0)
    }
}
