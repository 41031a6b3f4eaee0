import Foundation

/// The moment at which the user scrolls: while a photo's operation is at a certain row.
///
/// The operation waits there until the user has scrolled. So `cancel()` always comes in the middle
/// of its work, on a fast machine and on a slow one. An operation can come here several times, for
/// as many scrolls.
public final class Scrolling: @unchecked Sendable {  // `changed` protects the two counts.
    private let row: Int
    private var arrivals = 0
    private var scrolls = 0
    private let changed = NSCondition()

    /// After so many seconds the lab continues, even if the scenario was changed and no operation
    /// comes.
    private let patience: TimeInterval = 5

    public init(atRow row: Int) { self.row = row }

    /// The operation is at a row. At the row of the scroll, it waits until the user has scrolled.
    func operationReaches(_ row: Int) {
        guard row == self.row else { return }
        let limit = Date(timeIntervalSinceNow: patience)
        changed.lock()
        arrivals += 1
        let arrival = arrivals
        changed.broadcast()
        while scrolls < arrival, changed.wait(until: limit) {}
        changed.unlock()
    }

    /// The operation waits for something else. It does not block a thread here.
    func operationWaits() {
        changed.lock()
        arrivals += 1
        changed.broadcast()
        changed.unlock()
    }

    /// The user waits until the operation is at the row.
    func waitForOperation() {
        let limit = Date(timeIntervalSinceNow: patience)
        changed.lock()
        while arrivals <= scrolls, changed.wait(until: limit) {}
        changed.unlock()
    }

    /// The user has scrolled. The operation continues.
    func userHasScrolled() {
        changed.lock()
        scrolls += 1
        changed.broadcast()
        changed.unlock()
    }
}
