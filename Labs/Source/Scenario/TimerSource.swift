import Dispatch
import Foundation

/// The results of a timer source.
public struct TimerSeen: Codable, Sendable {
    public var calls: Int
    /// Ticks in all calls together.
    public var ticks: Int
    /// Ticks that were due when the last call began. A timer never fires early.
    public var ticksDue: Int
    /// The largest number of ticks merged into one call.
    public var mostTicksInOneCall: Int
    /// Calls that began after the handler had cancelled its timer.
    public var callsAfterCancel: Int
}

/// A timer repeats until it is cancelled. If its handler is slow, several ticks are merged into one
/// call.
public func watchTimer() throws -> TimerSeen {
    let interval = 10
    let queue = DispatchQueue(label: "timer")
    let cancelled = Tally()
    var calls = 0
    var ticks = 0
    var ticksDue = 0
    var mostTicksInOneCall = 0
    var callsAfterCancel = 0

    let timer = DispatchSource.makeTimerSource(queue: queue)
    let start = DispatchTime.now()
    timer.schedule(deadline: start, repeating: .milliseconds(interval), leeway: .nanoseconds(0))
    timer.setEventHandler {
        if timer.isCancelled { callsAfterCancel += 1 }
        calls += 1
        mostTicksInOneCall = max(mostTicksInOneCall, Int(timer.data))
        ticks += Int(timer.data)
        ticksDue = Int((DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / UInt64(interval * 1_000_000)) + 1
        if calls == 5 { Thread.sleep(forTimeInterval: 0.1) }  // Ten ticks are due in this time.
        work(steps: 300_000)
        if calls == 10 { timer.cancel() }
    }
    timer.setCancelHandler { cancelled.add() }
    timer.activate()
    try cancelled.wait(for: 1, "the timer to be cancelled")

    // Enough time for some more ticks, if the timer were not cancelled.
    Thread.sleep(forTimeInterval: 0.05)
    return queue.sync {
        TimerSeen(
            calls: calls, ticks: ticks, ticksDue: ticksDue, mostTicksInOneCall: mostTicksInOneCall, callsAfterCancel: callsAfterCancel)
    }
}
