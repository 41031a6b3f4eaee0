/// The first fix: every transfer locks the account with the lower number first.
///
/// A transfer that holds a lock waits only for a higher number. Numbers that only grow cannot form a
/// circle.
public struct LowerNumberFirst: Transfer {
    private let meanwhile: @Sendable () -> Void

    /// - Parameter meanwhile: happens while a transfer holds one lock.
    public init(meanwhile: @escaping @Sendable () -> Void = {}) { self.meanwhile = meanwhile }

    public func move(_ amount: Int, from: Account, to: Account) {
        let (first, second) = from.number < to.number ? (from, to) : (to, from)
        first.lock.lock()
        meanwhile()
        second.lock.lock()
        from.balance -= amount
        to.balance += amount
        second.lock.unlock()
        first.lock.unlock()
    }
}
