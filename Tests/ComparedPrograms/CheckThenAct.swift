import Dispatch
import Foundation

/// An account in which every call holds the lock: no data race, but not safe.
final class Account {
    private let lock = NSLock()
    private var amount = 100

    var balance: Int { lock.withLock { amount } }
    func withdraw(_ sum: Int) { lock.withLock { amount -= sum } }
}

/// Two payments check the balance and then withdraw: the balance may have changed in between.
func scenario() -> Int {
    let account = Account(), group = DispatchGroup()
    for _ in 0..<2 {
        DispatchQueue.global().async(group: group) { if account.balance >= 80 { account.withdraw(80) } }
    }
    group.wait()
    return account.balance
}

func allowed(_ balance: Int) -> Bool { balance >= 0 }
