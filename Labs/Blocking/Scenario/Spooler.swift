import Dispatch

/// Prints page after page, on a serial queue. To feed a page blocks the thread.
final class Spooler: Sendable {
    private let queue = DispatchQueue(label: "spooler")
    private let executor = SpoolerExecutor()
    private let tray: Tray

    init(_ tray: Tray) { self.tray = tray }

    /// The bug: the task's thread is blocked until the queue has run the block.
    func print(_ page: Int) {
        queue.sync { tray.feed(page) }
    }

    /// The fix: the task is suspended, and the queue resumes it.
    func printAndResume(_ page: Int) async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.tray.feed(page)
                continuation.resume()
            }
        }
    }

    /// Another fix: this piece of the task runs on an executor of its own.
    func printOnExecutor(_ page: Int) async {
        await withTaskExecutorPreference(executor) {
            tray.feed(page)
        }
    }
}

/// Runs pieces of tasks on a serial queue.
final class SpoolerExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "spooler")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
