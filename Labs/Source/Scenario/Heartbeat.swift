import Dispatch
import Synchronization

/// A heartbeat: a timer source that fires every 20 ms and does a little work while the process
/// runs.
final class Heartbeat {
    static let interval = 20

    /// Calls of the handler.
    let calls = Tally()
    private let most = Mutex(0)
    private let queue: DispatchQueue
    private let timer: DispatchSourceTimer

    /// - Parameter look: more work for each tick.
    init(on queue: DispatchQueue = DispatchQueue(label: "heartbeat"), look: @escaping () -> Void = {}) {
        self.queue = queue
        timer = DispatchSource.makeTimerSource(queue: queue)
        tick(look)
    }

    private func tick(_ look: @escaping () -> Void) {
        timer.schedule(deadline: .now(), repeating: .milliseconds(Self.interval), leeway: .nanoseconds(0))
        timer.setEventHandler { [self] in  // Keeps this object alive until `stop` removes the handler.
            // A timer does not repeat missed ticks one by one: one call stands for all ticks since
            // the last call.
            let ticks = Int(timer.data)
            most.withLock { $0 = max($0, ticks) }
            look()
            work()
            calls.add()
        }
        timer.activate()
    }

    /// The largest number of ticks merged into one call.
    var mostTicksInOneCall: Int { most.withLock { $0 } }

    /// Waits for this many more ticks.
    func wait(for ticks: Int) throws { try calls.waitForMore(ticks, "the heartbeat") }

    /// Returns when no tick is running. If the process is stopped then, it stops between two ticks,
    /// which gives a clearer picture.
    func letTickEnd() { queue.sync {} }

    /// Cancels the timer, and returns when its handler no longer runs.
    func stop() {
        timer.cancel()
        queue.sync {}
    }
}
