import Dispatch
import Synchronization

/// Work items are cancelled before they are due.
///
/// Their queue is busy with this function, so none of them can begin before it was cancelled.
public func cancelBeforeTheyAreDue(_ items: Int, after delay: Int) -> CancelReport {
    let queue = DispatchQueue(label: "items")
    let everything = DispatchGroup()
    let ran = Atomic(0), notified = Atomic(0)

    let cancelled = queue.sync {
        let all = (1...items).map { _ in DispatchWorkItem { ran.add(1, ordering: .relaxed) } }
        for item in all {
            everything.enter()
            item.notify(queue: queue) {
                notified.add(1, ordering: .relaxed)
                everything.leave()
            }
            queue.asyncAfter(deadline: .now() + .milliseconds(delay), execute: item)
        }
        for item in all { item.cancel() }
        return all.count { $0.isCancelled }
    }
    everything.wait()
    return CancelReport(
        items: items, cancelled: cancelled, ran: ran.load(ordering: .relaxed), notified: notified.load(ordering: .relaxed))
}

public struct CancelReport: Codable, Sendable {
    public var items: Int
    /// Items whose `isCancelled` is true.
    public var cancelled: Int
    public var ran: Int
    /// Items whose notification came.
    public var notified: Int
}
