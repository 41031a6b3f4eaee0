import Dispatch
import Foundation

/// An account whose balance is read and changed under its lock.
final class Account {
    let lock = NSLock()
    var balance: Int

    init(balance: Int) { self.balance = balance }
}

/// Locks the giving account, then the receiving one: two transfers in opposite directions can each
/// hold the lock that the other needs.
func transfer(_ amount: Int, from giver: Account, to receiver: Account) {
    giver.lock.withLock {
        receiver.lock.withLock {
            giver.balance -= amount
            receiver.balance += amount
        }
    }
}

func scenario() -> Int {
    let savings = Account(balance: 100), holidays = Account(balance: 100), group = DispatchGroup()
    DispatchQueue.global().async(group: group) { transfer(30, from: savings, to: holidays) }
    DispatchQueue.global().async(group: group) { transfer(20, from: holidays, to: savings) }
    group.wait()
    return savings.balance
}

func allowed(_ balance: Int) -> Bool { balance == 90 }
