import Dispatch

/// The same with an executor of its own: everything that the actor does is a block on a serial queue.
public actor QueueJournal {
    public private(set) var entries: [String] = []
    private let executor = QueueExecutor()
    private let completion: Completion?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    public init(_ completion: Completion?) { self.completion = completion }

    func write(_ entry: String) {
        entries.append(entry)
        completion?.entryIsThere()
    }

    func writeBoth() {
        Task(name: "low", priority: .low) { write("low") }
        Task(name: "high", priority: .high) { write("high") }
    }
}

/// Runs the jobs of an actor one by one, in the order in which they come.
final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "journal")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// Returns the entries in their order.
public func fillQueueJournal() async -> [String] {
    let completion = Completion(entries: 2), journal = QueueJournal(completion)
    await journal.writeBoth()
    await completion.wait()
    return await journal.entries
}
