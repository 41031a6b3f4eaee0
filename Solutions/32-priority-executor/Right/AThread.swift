// A thread of its own, with a condition. It keeps a list for each priority.
import Foundation

private final class Jobs: @unchecked Sendable {
    private let condition = NSCondition()
    private var lists: [UInt8: [UnownedJob]] = [:]
    private var isOver = false

    func add(_ job: UnownedJob) {
        condition.lock()
        lists[job.priority.rawValue, default: []].append(job)
        condition.signal()
        condition.unlock()
    }

    func end() {
        condition.lock()
        isOver = true
        condition.signal()
        condition.unlock()
    }

    /// The next job; nil if none will come any more.
    func next() -> UnownedJob? {
        condition.lock()
        defer { condition.unlock() }
        while lists.isEmpty {
            if isOver { return nil }
            condition.wait()
        }
        guard let priority = lists.keys.max(), let job = lists[priority]?.removeFirst() else { return nil }
        if lists[priority]?.isEmpty == true { lists[priority] = nil }
        return job
    }
}

final class PriorityExecutor: SerialExecutor {
    private let jobs = Jobs()

    init() {
        Thread.detachNewThread { [weak self, jobs] in
            while let job = jobs.next() {
                guard let self else { return }
                job.runSynchronously(on: self.asUnownedSerialExecutor())
            }
        }
    }

    deinit { jobs.end() }

    func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job)) }
}
