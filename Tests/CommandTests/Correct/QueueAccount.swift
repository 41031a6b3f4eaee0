import Dispatch

/// An account whose serial queue is its lock: deposits do not wait, readings do.
final class Account {
    private let queue = DispatchQueue(label: "account")
    private var balance: Int

    init(balance: Int) { self.balance = balance }

    func deposit(_ amount: Int) {
        queue.async { self.balance += amount }
    }

    func withdraw(_ amount: Int) -> Bool {
        queue.sync {
            guard balance >= amount else { return false }
            balance -= amount
            return true
        }
    }

    var current: Int { queue.sync { balance } }
}

func scenario() -> Int {
    let account = Account(balance: 10)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { account.deposit(5) }
    DispatchQueue.global().async(group: group) { _ = account.withdraw(10) }
    group.wait()
    return account.current
}

func allowed(_ balance: Int) -> Bool { balance == 5 }
