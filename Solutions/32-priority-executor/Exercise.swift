import Dispatch
import Synchronization

/// Runs the jobs of an actor outside of the thread pool, for example because they print, which blocks their thread.
///
/// A job is what an actor does between two suspensions. Swift calls `enqueue` for each, from any thread.
final class PriorityExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "printer")
    /// The jobs that wait: the most urgent one first.
    private let waiting = Mutex<[UnownedJob]>([])

    init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        waiting.withLock { waiting in
            let place = waiting.firstIndex { $0.priority.rawValue < job.priority.rawValue }
            waiting.insert(job, at: place ?? waiting.endIndex)
        }
        // A block for each job. Which job it runs is decided when it begins.
        queue.async { self.runNext() }
    }

    private func runNext() {
        let next = waiting.withLock { $0.removeFirst() }
        // After the lock is released: the job can call `enqueue`.
        next.runSynchronously(on: asUnownedSerialExecutor())
    }
}
