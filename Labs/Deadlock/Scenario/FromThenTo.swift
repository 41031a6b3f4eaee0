/// The bug: each transfer locks the account that pays, and then the account that is paid.
///
/// Two transfers in opposite directions lock in opposite orders. If each holds its first lock, each
/// waits for the lock that the other one holds.
public struct FromThenTo: Transfer {
    private let meanwhile: @Sendable () -> Void

    /// - Parameter meanwhile: happens while a transfer holds one lock.
    public init(meanwhile: @escaping @Sendable () -> Void = {}) { self.meanwhile = meanwhile }

    public func move(_ amount: Int, from: Account, to: Account) {
        from.lock.lock()
        meanwhile()
        to.lock.lock()
        from.balance -= amount
        to.balance += amount
        to.lock.unlock()
        from.lock.unlock()
    }
}
