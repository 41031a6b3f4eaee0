import CInterposition
import Glibc

/// Ends a process whose exploration stands still: a task loops without touching anything shared, or waits for something outside.
public enum Watchdog {
    /// Steps that have been made; a word that a signal handler may read.
    nonisolated(unsafe) static let steps: UnsafeMutablePointer<Int> = {
        let steps = UnsafeMutablePointer<Int>.allocate(capacity: 3)
        steps.initialize(repeating: 0, count: 3)
        return steps
    }()

    /// From now on a task that works for so many seconds without making a step is stopped: the exploration ends there, and says where.
    public static func stopTasks(after seconds: Int32) { interleave_watch(steps, seconds) }

    /// From now on an exploration is refused in which the program's code runs on a thread that is not explored: a library has started it.
    ///
    /// For a process that does nothing but explore, called by the thread that explores.
    public static func noticeOtherThreads() { interleave_watch_strays() }

    /// From now on the kernel lets this process start no others and disturb none, and, where a folder is given, change files only there.
    ///
    /// For a process with a single thread; it cannot be taken back.
    public static func confine(to folder: String?) { _ = interleave_confine(folder) }

    /// From now on no task that is explored can close this descriptor.
    public static func keep(_ descriptor: Int32) { interleave_keep_descriptor(descriptor) }

    /// From now on SIGTERM asks an exploration to end with what it knows.
    public static func endAtRequest() { interleave_stop_at(SIGTERM) }
    /// Whether somebody has asked.
    public static var wasAskedToEnd: Bool { interleave_was_stopped() }

    /// Looks every second; ends the process with `exitCode` when no step was made for ten.
    public static func start(exitCode: Int32) {
        steps[2] = Int(exitCode)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            let steps = Watchdog.steps
            if steps[0] != steps[1] & 0xFFFF_FFFF_FFFF {
                steps[1] = steps[0]
            } else {
                steps[1] += 1 << 48
                if steps[1] >> 48 >= 10 { _exit(Int32(truncatingIfNeeded: steps[2])) }
            }
        }
        action.sa_flags = SA_RESTART
        sigaction(SIGALRM, &action, nil)
        var every = itimerval(it_interval: timeval(tv_sec: 1, tv_usec: 0), it_value: timeval(tv_sec: 1, tv_usec: 0))
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &every, nil)
    }

    /// It is no longer needed.
    public static func stop() {
        var never = itimerval()
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &never, nil)
    }
}
