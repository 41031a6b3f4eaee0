import Foundation

/// Each access has the lock, but the check and the withdrawal are two accesses.
final class Account: @unchecked Sendable {
    private let lock = NSLock()
    private var money = 100

    var balance: Int { lock.withLock { money } }
    func take(_ amount: Int) { lock.withLock { money -= amount } }
}

/// Two withdrawals of 80 from an account with 100.
func checkThenAct() {
    let account = Account()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        if account.balance >= 80 {
            account.take(80)
        }
    }
    precondition(account.balance >= 0)
}
