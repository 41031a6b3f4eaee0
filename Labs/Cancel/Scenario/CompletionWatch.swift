import Foundation
import Synchronization

/// Counts completion blocks, and those of them that ran on the main thread.
final class CompletionWatch: Sendable {
    private let counts = Mutex((all: 0, onMain: 0))
    private let ran = DispatchSemaphore(value: 0)

    /// Called at the end of each completion block.
    func completionBlockEnds() {
        counts.withLock { counts in
            counts.all += 1
            if Thread.isMainThread { counts.onMain += 1 }
        }
        ran.signal()
    }

    /// Waits until one more completion block has run, for at most five seconds.
    func waitForNext() {
        _ = ran.wait(timeout: .now() + 5)
    }

    var blocks: Int { counts.withLock { $0.all } }
    var blocksOnMainThread: Int { counts.withLock { $0.onMain } }
}
