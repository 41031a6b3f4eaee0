import Dispatch

/// The moment at which the user scrolls, without time limits: the explorer runs each interleaving,
/// and a limit would add those in which it is over.
public final class Scrolling: Sendable {
    private let row: Int
    private let operationIsThere = DispatchSemaphore(value: 0)
    private let scrolled = DispatchSemaphore(value: 0)

    public init(atRow row: Int) { self.row = row }

    func operationReaches(_ row: Int) {
        guard row == self.row else { return }
        operationIsThere.signal()
        scrolled.wait()
    }

    func operationWaits() { operationIsThere.signal() }
    func waitForOperation() { operationIsThere.wait() }
    func userHasScrolled() { scrolled.signal() }
}
