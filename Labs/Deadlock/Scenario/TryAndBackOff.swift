import Foundation
import Synchronization

/// The second fix: a transfer that does not get its second lock releases the first one, and tries
/// again a little later.
///
/// It must *release* the first lock, otherwise it only waits in another form. And the pauses must
/// differ, otherwise two transfers can disturb each other again and again (a *livelock*).
public final class TryAndBackOff: Transfer {
    private let meanwhile: @Sendable () -> Void
    private let failures = Atomic(0)

    /// - Parameter meanwhile: happens at the first attempt, while a transfer holds one lock.
    public init(meanwhile: @escaping @Sendable () -> Void = {}) { self.meanwhile = meanwhile }

    public var failedAttempts: Int { failures.load(ordering: .relaxed) }

    public func move(_ amount: Int, from: Account, to: Account) {
        var attempt = 1
        while !tryToMove(amount, from: from, to: to, attempt) {
            failures.add(1, ordering: .relaxed)
            usleep(.random(in: 100...1000))
            attempt += 1
        }
    }

    private func tryToMove(_ amount: Int, from: Account, to: Account, _ attempt: Int) -> Bool {
        from.lock.lock()
        defer { from.lock.unlock() }
        if attempt == 1 { meanwhile() }
        guard to.lock.try() else { return false }
        from.balance -= amount
        to.balance += amount
        to.lock.unlock()
        return true
    }
}
