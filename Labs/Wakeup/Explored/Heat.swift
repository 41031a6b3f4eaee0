import Synchronization

/// The baker heats the oven at any moment.
public final class Heat: Sendable {
    private let reached = Atomic(false)

    public init(waitsForSignal: Bool) {}

    var isReached: Bool { reached.load(ordering: .sequentiallyConsistent) }

    func reach() { reached.store(true, ordering: .sequentiallyConsistent) }

    func waitForLook() {}
    func hasBeenSignalled() {}
}
