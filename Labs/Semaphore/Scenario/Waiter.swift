import Dispatch

/// The second fix: a waiter lets one philosopher fewer sit down than there are forks.
///
/// Even if every philosopher at the table holds a fork, one fork is free, and one of its neighbors
/// can eat. The philosophers still take the left fork first. The waiter is a semaphore too: it
/// counts the free chairs.
public struct Waiter: Etiquette {
    private let freeChairs: DispatchSemaphore

    public init(philosophers: Int) {
        freeChairs = DispatchSemaphore(value: philosophers - 1)
    }

    public func dine(at seat: Seat) {
        freeChairs.wait()
        defer { freeChairs.signal() }
        LeftForkFirst().dine(at: seat)
    }
}
