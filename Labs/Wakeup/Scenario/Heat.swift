import Dispatch
import Synchronization

/// The first look at it lets the baker heat the oven. It can also wait until the baker has called `signal`: the look is in the past then.
public final class Heat: Sendable {
    private let reached = Atomic(false)
    private let looks = Atomic(0)
    private let isLookedAt = DispatchSemaphore(value: 0)
    private let isSignalled = DispatchSemaphore(value: 0)
    private let waitsForSignal: Bool

    public init(waitsForSignal: Bool) { self.waitsForSignal = waitsForSignal }

    var isReached: Bool {
        let isReached = reached.load(ordering: .sequentiallyConsistent)
        if looks.add(1, ordering: .sequentiallyConsistent).oldValue == 0 {
            isLookedAt.signal()
            if waitsForSignal { _ = isSignalled.wait(timeout: .now() + 5) }
        }
        return isReached
    }

    func reach() { reached.store(true, ordering: .sequentiallyConsistent) }

    func waitForLook() { _ = isLookedAt.wait(timeout: .now() + 5) }
    func hasBeenSignalled() { isSignalled.signal() }
}
