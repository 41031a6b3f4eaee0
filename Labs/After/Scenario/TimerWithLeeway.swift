import Dispatch
import Synchronization

/// One-shot timers with a leeway: the system can let them fire later by this time, together with
/// others. Each second timer is cancelled before it is due.
public func startTimers(_ timers: Int, after delay: Int, leeway: Int) -> TimerReport {
    let queue = DispatchQueue(label: "timers")
    let watch = LatenessWatch()
    let everything = DispatchGroup()
    let cancelHandlers = Atomic(0)

    let sources = queue.sync {
        let start = DispatchTime.now()
        let sources = (1...timers).map { number in
            let due = start + .milliseconds(delay + number)
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: due, leeway: .milliseconds(leeway))
            timer.setEventHandler {
                watch.begins(dueAt: due)
                timer.cancel()
            }
            timer.setCancelHandler {
                cancelHandlers.add(1, ordering: .relaxed)
                everything.leave()
            }
            everything.enter()
            timer.activate()
            return timer
        }
        for (number, timer) in sources.enumerated() where number.isMultiple(of: 2) { timer.cancel() }
        return sources
    }
    everything.wait()
    return TimerReport(
        timers: sources.count, cancelledEarly: sources.count - sources.count / 2, lateness: watch.lateness,
        cancelHandlers: cancelHandlers.load(ordering: .relaxed))
}

public struct TimerReport: Codable, Sendable {
    public var timers: Int
    /// Timers that were cancelled before they were due.
    public var cancelledEarly: Int
    /// Timers that fired.
    public var lateness: Lateness
    public var cancelHandlers: Int
}
