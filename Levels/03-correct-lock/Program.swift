import Foundation

/// The check and the withdrawal are one step for all other threads.
final class SafeAccount: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var money = 100

    func withdraw(_ amount: Int) {
        lock.lock()
        if money >= amount {
            money -= amount
        }
        lock.unlock()
    }
}

/// Two withdrawals of 80 from an account with 100.
func correctLock() {
    let account = SafeAccount()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        account.withdraw(80)
    }
    precondition(account.money >= 0)
}
