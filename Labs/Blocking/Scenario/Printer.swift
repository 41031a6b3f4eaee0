import Dispatch
import Synchronization

/// A printer prints on a queue of its own. Without paper, the queue does not begin.
public actor Printer {
    private nonisolated let queue: PrinterQueue
    private nonisolated let pages = Atomic(0)

    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    public init(hasPaper: Bool) {
        queue = PrinterQueue()
        if hasPaper { queue.begin() }
    }

    nonisolated var printed: Int { pages.load(ordering: .sequentiallyConsistent) }

    func print(_ page: Int) {
        pages.add(1, ordering: .sequentiallyConsistent)
    }

    nonisolated func waitUntilAsked() { queue.waitUntilAsked() }
    nonisolated func bringPaper() { queue.begin() }
}

final class PrinterQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "printer", attributes: .initiallyInactive)
    private let isAsked = Signal()

    func enqueue(_ job: consuming ExecutorJob) {
        isAsked.send()
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func waitUntilAsked() { isAsked.wait() }
    func begin() { queue.activate() }
}
