// Refused by: each job runs once, and one at a time
// Verdict: spins
// Because: a thread looks again and again for a job. That keeps a core busy.
import Foundation

final class PriorityExecutor: SerialExecutor, @unchecked Sendable {
    private let lock = NSLock()
    private var waiting: [UnownedJob] = []

    init() {
        Thread.detachNewThread { [weak self] in
            while let self {
                if let job = self.next() { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
            }
        }
    }

    private func next() -> UnownedJob? {
        lock.withLock { waiting.isEmpty ? nil : waiting.removeFirst() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        lock.withLock {
            let place = waiting.firstIndex { $0.priority.rawValue < job.priority.rawValue }
            waiting.insert(job, at: place ?? waiting.endIndex)
        }
    }
}
