import Dispatch

/// The second cure: a waiter lets one philosopher fewer sit down than there are forks.
///
/// Even when everybody at the table holds a fork, one fork is left over, and one of its neighbours can eat. The philosophers keep their bad
/// habit. What the waiter has in hand is a semaphore once more: it counts the free chairs.
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
