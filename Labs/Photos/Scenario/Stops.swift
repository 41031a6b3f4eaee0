import Glibc
import Synchronization

/// How often this process was stopped (Ctrl-Z) and continued (`fg`).
///
/// A frame during which it was stopped says nothing about the app.
enum Stops {
    private static let continuations = Atomic(0)

    /// Counts from now on: the system sends SIGCONT to a process that continues.
    static func watch() {
        _ = count  // The number exists before the first signal.
        signal(SIGCONT) { _ in Stops.continuations.add(1, ordering: .relaxed) }
    }

    static var count: Int { continuations.load(ordering: .relaxed) }
}
