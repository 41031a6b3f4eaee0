import Foundation

/// Holds a filter while it runs, so that operations are certainly added meanwhile; for at most five
/// seconds.
public final class Gate: @unchecked Sendable {  // Its variables are protected by `changed`.
    private let changed = NSCondition()
    private var isHolding = false
    private var isOpen = false

    public init() {}

    /// The filter waits here.
    func holdFilter() {
        let limit = Date(timeIntervalSinceNow: 5)
        changed.lock()
        isHolding = true
        changed.broadcast()
        while !isOpen, changed.wait(until: limit) {}
        changed.unlock()
    }

    /// Waits until the filter runs.
    func waitForFilter() {
        let limit = Date(timeIntervalSinceNow: 5)
        changed.lock()
        while !isHolding, changed.wait(until: limit) {}
        changed.unlock()
    }

    func open() {
        changed.lock()
        isOpen = true
        changed.broadcast()
        changed.unlock()
    }
}

/// A moment in which a queue has nothing to do.
public final class Lull: Sendable {
    public init() {}

    func wait(for queue: OperationQueue) { queue.waitUntilAllOperationsAreFinished() }
}
