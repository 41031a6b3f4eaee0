import Foundation
import Synchronization

/// The main thread as the caller of an attempt, as in an app, while another thread directs the checks.
enum MainThread {
    /// Whether the current thread is the main one: the kernel gives it the number of the process.
    static var isHere: Bool { ProbeThread.currentThread() == getpid() }

    /// Runs the checks on a thread with this name, and the main queue on this thread, the main one.
    /// - Parameter checks: returns the observations, which end the process.
    static func serve<Observations: Encodable & Sendable>(
        directedBy name: String, _ checks: @escaping @Sendable () -> Observations
    ) -> Never {
        Thread.detachNewThread {
            Thread.current.name = name
            AttemptRun.end(checks())
        }
        RunLoop.main.run()
        fatalError("The main run loop has ended, although the main queue is there.")
    }

    /// Calls `body` on the main queue.
    /// - Returns: the call, to observe it.
    static func call(_ body: @escaping @Sendable () -> Void) -> ProbeThread {
        let caller = Mutex<ProbeThread?>(nil)
        let begun = CountingEvent()
        DispatchQueue.main.async {
            let this = ProbeThread()
            caller.withLock { $0 = this }
            begun.happen()
            body()
            this.hasReturned()
        }
        // The main thread takes the block soon, or never: then the last call has blocked it.
        guard begun.wait(patience: ProbeThread.patience), let caller = caller.withLock({ $0 }) else { return ProbeThread() }
        return caller
    }

    /// Waits until all blocks have run that are queued on the main queue now, directly or through a
    /// worker thread.
    static func drain() {
        for _ in 1...2 {
            let drained = CountingEvent()
            DispatchQueue.global().async { DispatchQueue.main.async { drained.happen() } }
            drained.wait(patience: ProbeThread.patience)
        }
    }
}
