import Foundation

/// Two threads wait here for each other, for at most five seconds. Both then go on, and can meet again.
public final class Meeting: @unchecked Sendable {  // `changed` protects `arrivals`.
    private var arrivals = 0
    private let changed = NSCondition()

    public init() {}

    @inline(never)
    func meet() {
        let limit = Date(timeIntervalSinceNow: 5)
        changed.lock()
        arrivals += 1
        // The first one waits for the second one, the third one for the fourth one.
        let both = (arrivals + 1) / 2 * 2
        changed.broadcast()
        while arrivals < both, changed.wait(until: limit) {}
        changed.unlock()
    }
}
