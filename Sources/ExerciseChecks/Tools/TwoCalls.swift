import Synchronization

/// Two calls of the attempt at the same time. Each starts one piece of work, and completes when that
/// has ended.
final class TwoCalls: Sendable {
    private let ends = Mutex<[Int: Attempt<(Error?) -> Void>]>([:])
    private let started = CountingEvent()
    private let completed = [CountingEvent(), CountingEvent()]

    /// The work of a call has started. The checks end it with `ended`.
    /// - Parameter call: 0 or 1.
    func start(_ call: Int, _ ended: @escaping (Error?) -> Void) {
        let ended = Attempt(ended)
        ends.withLock { $0[call] = ended }
        started.happen()
    }

    /// The completion of a call.
    func complete(_ call: Int) { completed[call].happen() }

    /// Ends the work of the first call, and then that of the second one.
    /// - Returns: whether the first call completed, but only after the work of the second one had ended.
    func firstWaitsForSecond() -> Bool {
        guard started.wait(times: 2, patience: ProbeThread.patience) else { return false }
        end(0)
        let isInTime = completed[0].wait(patience: ProbeThread.patience)
        end(1)
        // (Both may complete now, in any order.)
        for event in completed { event.wait(patience: ProbeThread.patience) }
        return !isInTime && completed[0].times > 0
    }

    private func end(_ call: Int) { ends.withLock { $0[call] }?.code(nil) }
}
