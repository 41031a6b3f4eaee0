import Dispatch
import Foundation

/// An account that checks and withdraws under one lock.
final class Account {
    private let lock = NSLock()
    private var amount = 100

    var balance: Int { lock.withLock { amount } }

    func withdrawIfPossible(_ sum: Int) -> Bool {
        lock.withLock {
            if amount < sum { return false }
            amount -= sum
            return true
        }
    }
}

/// The correct version: two payments, a list of receipts that a serial queue protects, a group that
/// waits for both.
func scenario() -> String {
    let account = Account(), receipts = DispatchQueue(label: "receipts"), group = DispatchGroup()
    var paid: [String] = []
    for name in ["rent", "books"] {
        DispatchQueue.global().async(group: group) {
            if account.withdrawIfPossible(80) { receipts.sync { paid.append(name) } }
        }
    }
    group.wait()
    return "\(paid.count) paid, \(account.balance) left"
}

func allowed(_ result: String) -> Bool { result == "1 paid, 20 left" }
