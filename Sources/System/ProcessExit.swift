import Glibc

/// The end of a process whose other threads still run.
public enum ProcessExit {
    /// Call it first in a program. From then on, `exit` ends the process when the handlers of `atexit` that were registered later
    /// have run. So the libraries' global objects stay: `exit` would destroy them, while other threads use them.
    public static func keepsLibraries() {
        on_exit(
            { status, _ in
                fflush(nil)
                _exit(status)
            }, nil)
    }
}
