import Dispatch

/// Runs the jobs of an actor outside of the thread pool, for example because they print, which blocks their thread.
///
/// A job is what an actor does between two suspensions. Swift calls `enqueue` for each, from any thread.
final class PriorityExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "printer")

    init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }
}
