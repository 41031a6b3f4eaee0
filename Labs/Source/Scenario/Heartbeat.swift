import Dispatch
import Synchronization

/// A sign of life: a timer source that fires every 20 ms and does a little, for as long as the process may run.
final class Heartbeat {
    static let interval = 20

    /// Calls of the handler.
    let calls = Tally()
    private let most = Mutex(0)
    private let queue: DispatchQueue
    private let timer: DispatchSourceTimer

    /// - Parameter look: what else is done at each tick.
    init(on queue: DispatchQueue = DispatchQueue(label: "heartbeat"), look: @escaping () -> Void = {}) {
        self.queue = queue
        timer = DispatchSource.makeTimerSource(queue: queue)
        tick(look)
    }

    private func tick(_ look: @escaping () -> Void) {
        timer.schedule(deadline: .now(), repeating: .milliseconds(Self.interval), leeway: .nanoseconds(0))
        timer.setEventHandler { [self] in  // Keeps this object alive until `stop`, which throws the handler away.
            // A timer does not make up for what it missed, call by call: one call stands for all ticks since the last.
            let ticks = Int(timer.data)
            most.withLock { $0 = max($0, ticks) }
            look()
            work()
            calls.add()
        }
        timer.activate()
    }

    /// The most ticks that one call of the handler stood for.
    var mostTicksInOneCall: Int { most.withLock { $0 } }

    /// Waits until it has ticked so many times from now on.
    func wait(for ticks: Int) throws { try calls.waitForMore(ticks, "the heartbeat") }

    /// Returns when no tick is under way: whoever stops the process then stops it between two ticks, which looks tidier.
    func letTickEnd() { queue.sync {} }

    /// Cancels the timer, and returns when its handler does not run any more.
    func stop() {
        timer.cancel()
        queue.sync {}
    }
}
