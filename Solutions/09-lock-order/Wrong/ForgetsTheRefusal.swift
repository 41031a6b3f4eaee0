// Refused by: each transfer returns
// Verdict: deadlock
// Says: refused
// Says: line 24 of ForgetsTheRefusal.swift
// Because: A refused transfer returns without releasing its locks, so the next transfer of these
// accounts waits for ever.
import Foundation

final class Account {
    let number: Int
    private var cents: Int
    private let lock = NSLock()

    init(number: Int, balance: Int) {
        self.number = number
        cents = balance
    }

    var balance: Int { lock.withLock { cents } }

    func transfer(_ amount: Int, to other: Account, if rule: (_ balance: Int, _ otherBalance: Int) -> Bool) -> Bool {
        if self === other { return lock.withLock { rule(cents, cents) } }
        let (first, second) = number < other.number ? (self, other) : (other, self)
        first.lock.lock()
        second.lock.lock()
        guard rule(cents, other.cents) else { return false }
        cents -= amount
        other.cents += amount
        second.lock.unlock()
        first.lock.unlock()
        return true
    }
}
