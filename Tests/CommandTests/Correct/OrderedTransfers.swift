import Dispatch
import Foundation

/// Two accounts are locked in the order of their numbers, whoever pays whom.
final class Account {
    let number: Int
    let lock = NSLock()
    var balance: Int

    init(number: Int, balance: Int) {
        self.number = number
        self.balance = balance
    }
}

func transfer(_ amount: Int, from payer: Account, to payee: Account) {
    let ordered = payer.number < payee.number ? [payer, payee] : [payee, payer]
    for account in ordered { account.lock.lock() }
    defer { for account in ordered.reversed() { account.lock.unlock() } }
    guard payer.balance >= amount else { return }
    payer.balance -= amount
    payee.balance += amount
}

func scenario() -> String {
    let ann = Account(number: 1, balance: 10)
    let ben = Account(number: 2, balance: 10)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 { transfer(3, from: ann, to: ben) } else { transfer(5, from: ben, to: ann) }
    }
    return "\(ann.balance) and \(ben.balance)"
}

func allowed(_ text: String) -> Bool { text == "12 and 8" }
