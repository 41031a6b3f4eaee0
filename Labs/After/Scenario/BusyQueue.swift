import Dispatch

/// A block is due while its serial queue still runs another one. It has to wait.
public func showPromptOnBusyQueue(after delay: Int) -> BusyReport {
    let queue = DispatchQueue(label: "busy")
    let watch = LatenessWatch()
    let everything = DispatchGroup()
    let due = DispatchTime.now() + .milliseconds(delay)

    queue.async(group: everything) {
        while DispatchTime.now() < due + .milliseconds(delay) { calculate() }
    }
    everything.enter()
    queue.asyncAfter(deadline: due) {
        watch.begins(dueAt: due)
        everything.leave()
    }
    everything.wait()
    return BusyReport(lateness: watch.lateness)
}

public struct BusyReport: Codable, Sendable {
    public var lateness: Lateness
}
