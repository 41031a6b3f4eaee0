import Words
import ExplorationRunner
import Glibc
import Synchronization
import System

/// A folder that only one run works in. The kernel releases it when the process ends in any way.
final class FolderLock: Sendable {
    private let descriptor: Mutex<Int32>

    /// Waits until no other run has the folder.
    /// - Parameter wait: called once if another run has it.
    /// - Throws: `ExplainedError` if the folder cannot be used, or if the user interrupts.
    init(_ folder: String, _ interruption: InterruptCounter, wait: () -> Void) throws {
        let file = open("\(folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else {
            throw ExplainedError(
                .unreadable, "\(folder) cannot be written: \(String(cString: strerror(errno))).",
                cure: "Free some space there, or allow writing to it.")
        }
        descriptor = Mutex(file)
        var hasTold = false
        // (A folder on a network, where files cannot be locked: then two runs must not overlap.)
        while flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            if !hasTold { wait() }
            hasTold = true
            if interruption.count > 0 {
                release()
                throw ExplainedError.interrupted
            }
            usleep(50_000)
        }
    }

    func release() {
        descriptor.withLock { file in
            if file >= 0 { close(file) }
            file = -1
        }
    }

    deinit { release() }
}
