import Words
import CProcess
import Glibc
import Synchronization

extension ChildProcess {
    /// Arguments or an environment as C has them: bytes that end with a zero, in an array that ends with a null. They need be no text.
    public typealias CStrings = UnsafePointer<UnsafeMutablePointer<CChar>?>

    /// Starts a program as a shell's `exec` does: every byte of its arguments and environment as given, signals as this process found them.
    ///
    /// - Parameters:
    ///   - arguments: its argument 0 included.
    ///   - blocked: the signals that are blocked in the program, whichever this process blocks
    ///     itself.
    ///
    /// Only for a process with a single thread. Throws `ExplainedError` when the program cannot be started.
    public static func start(
        _ program: String, arguments: CStrings, environment: CStrings, blocked: sigset_t
    ) throws(ExplainedError) -> ChildProcess {
        hearOfEnds()
        let ignoredEnds = ignoredEnds.load(ordering: .relaxed)
        var failure: [Int32] = [-1, -1]
        guard pipe(&failure) == 0 else { throw .cannotStart(program, errno: errno) }
        for end in failure { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let processID = replica {
            if ignoredEnds { signal(SIGCHLD, SIG_IGN) }
            var mask = blocked
            sigprocmask(SIG_SETMASK, &mask, nil)
            execve(program, arguments, environment)
            var reason = errno
            _ = write(failure[1], &reason, MemoryLayout.size(ofValue: reason))
            _exit(127)
        }
        var reason = errno
        close(failure[1])
        defer { close(failure[0]) }
        guard processID > 0 else { throw .cannotStart(program, errno: reason) }
        // The pipe ends without a message when the program has replaced the copy of this process.
        var count: Int
        repeat { count = read(failure[0], &reason, MemoryLayout.size(ofValue: reason)) } while count < 0 && errno == EINTR
        if count > 0 {
            waitpid(processID, nil, 0)
            throw .cannotStart(program, errno: reason)
        }
        return try watched(processID, program, hasOwnGroup: false)
    }

    /// A copy of this process (`fork`) that does `work` and nothing else; its process id, or -1 with `errno`.
    ///
    /// Swift hides `fork` because what other threads hold locked stays locked in the copy. So it is only for a process with a single thread, and
    /// for work that makes system calls and no more. `posix_spawn` can do neither of the two things that need it: give a program a signal to
    /// ignore that this process does not ignore, and start a process that needs no program.
    static func replica(_ work: () -> Never) -> pid_t {
        typealias Fork = @convention(c) () -> pid_t
        guard let symbol = dlsym(nil, "fork") else {
            errno = ENOSYS
            return -1
        }
        let processID = unsafeBitCast(symbol, to: Fork.self)()
        if processID == 0 { work() }
        return processID
    }

    /// Makes the kernel report how children end, which it does not do where SIGCHLD is ignored.
    static func hearOfEnds() {
        var found = sigaction()
        guard sigaction(SIGCHLD, nil, &found) == 0, found.isIgnoring else { return }
        ignoredEnds.store(true, ordering: .relaxed)
        signal(SIGCHLD, SIG_DFL)
    }

    /// This process was started with SIGCHLD ignored.
    private static let ignoredEnds = Atomic<Bool>(false)
}
