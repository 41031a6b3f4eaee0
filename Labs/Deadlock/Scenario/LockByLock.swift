/// A half-fix: a transfer never holds two locks. There is no deadlock, and there is no transaction
/// either: between the two locks the money is in neither account.
public struct LockByLock: Transfer {
    private let meanwhile: @Sendable () -> Void

    /// - Parameter meanwhile: happens while a transfer holds no lock.
    public init(meanwhile: @escaping @Sendable () -> Void = {}) { self.meanwhile = meanwhile }

    public func move(_ amount: Int, from: Account, to: Account) {
        from.lock.lock()
        from.balance -= amount
        from.lock.unlock()
        meanwhile()
        to.lock.lock()
        to.balance += amount
        to.lock.unlock()
    }
}
