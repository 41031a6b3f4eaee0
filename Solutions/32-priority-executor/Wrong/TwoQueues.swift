// Refused by: each job runs once, and one at a time
// Or refused by: urgent jobs first
// Or refused by: right in every interleaving
// Verdict: race
// Because: a queue for each priority runs urgent jobs at the same time as others, and the actor's state is not protected.
import Dispatch

final class PriorityExecutor: SerialExecutor {
    private let urgent = DispatchQueue(label: "urgent", qos: .userInteractive)
    private let usual = DispatchQueue(label: "usual")
    private let low = DispatchQueue(label: "low", qos: .utility)

    init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let queue = job.priority.rawValue > 21 ? urgent : job.priority.rawValue < 21 ? low : usual
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
