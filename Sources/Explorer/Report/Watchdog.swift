import CInterposition
import CProcess
import Glibc

/// Ends a process whose exploration makes no progress: a task loops without accessing anything
/// shared, or waits for something outside.
public enum Watchdog {
    /// The number of steps made; a word that a signal handler can read.
    nonisolated(unsafe) static let steps: UnsafeMutablePointer<Int> = {
        let steps = UnsafeMutablePointer<Int>.allocate(capacity: 3)
        steps.initialize(repeating: 0, count: 3)
        return steps
    }()

    /// From now on a task that runs for this many seconds without a step is stopped: the
    /// exploration ends there, and reports the place.
    public static func stopTasks(after seconds: Int32) { interleave_watch(steps, seconds) }

    /// The same for the calling thread alone, which explores; other threads of the process hear nothing of it.
    public static func stopTasksOfThisThread(after seconds: Int32) { interleave_watch_thread(steps, seconds) }

    /// Ends the watch of a single thread.
    public static func endWatch() { interleave_watch_no_more() }

    /// From now on an exploration is refused if the program's code runs on a thread that is not
    /// explored, because a library started it.
    ///
    /// For a process that only explores; called by the exploring thread.
    public static func noticeOtherThreads() { interleave_watch_foreign_threads() }

    /// From now on the kernel keeps this process from starting or disturbing others and, if a
    /// folder is given, from changing files elsewhere.
    ///
    /// For a process with a single thread; it cannot be undone.
    public static func confine(to folder: String?) { _ = interleave_confine(folder) }

    /// From now on no explored task can close this descriptor.
    public static func keep(_ descriptor: Int32) { interleave_keep_descriptor(descriptor) }

    /// From now on SIGTERM asks an exploration to end with its results so far.
    public static func endAtRequest() { interleave_stop_at(SIGTERM) }
    /// Whether the exploration was asked to end.
    public static var wasAskedToEnd: Bool { interleave_was_stopped() }

    /// Checks every second; ends the process with `exitCode` after ten seconds without a step.
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

    /// Stops the watchdog.
    public static func stop() {
        var never = itimerval()
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &never, nil)
    }
}
