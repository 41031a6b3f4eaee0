// One block runs until no job is left. The lock decides whether it runs.
import Foundation

final class PriorityExecutor: SerialExecutor, @unchecked Sendable {
    private let queue = DispatchQueue(label: "printer")
    private let lock = NSLock()
    private var waiting: [(number: Int, job: UnownedJob)] = []
    private var count = 0
    private var isRunning = false

    init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        lock.lock()
        count += 1
        waiting.append((count, job))
        let isFirst = !isRunning
        isRunning = true
        lock.unlock()
        if isFirst { queue.async { self.runAll() } }
    }

    private func runAll() {
        while let job = next() { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    private func next() -> UnownedJob? {
        lock.lock()
        defer { lock.unlock() }
        let best = waiting.indices.max {
            (waiting[$0].job.priority.rawValue, waiting[$1].number) < (waiting[$1].job.priority.rawValue, waiting[$0].number)
        }
        isRunning = best != nil
        return best.map { waiting.remove(at: $0).job }
    }
}
