import Dispatch
import Foundation

/// An account in which every call holds the lock: no data race, and yet not safe.
final class Account {
    private let lock = NSLock()
    private var amount = 100

    var balance: Int { lock.withLock { amount } }
    func withdraw(_ sum: Int) { lock.withLock { amount -= sum } }
}

/// Two payments look at the balance, then withdraw: what they have seen need not hold any more.
func scenario() -> Int {
    let account = Account(), group = DispatchGroup()
    for _ in 0..<2 {
        DispatchQueue.global().async(group: group) { if account.balance >= 80 { account.withdraw(80) } }
    }
    group.wait()
    return account.balance
}

func allowed(_ balance: Int) -> Bool { balance >= 0 }
