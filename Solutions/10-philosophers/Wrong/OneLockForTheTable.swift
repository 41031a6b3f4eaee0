// Refused by: philosophers that share no fork eat at the same time
// Verdict: notParallel
// Says not: deadlock
// Because: One lock has no circular wait, but only one philosopher eats at a time.
import Foundation

final class Table {
    private let lock = NSLock()

    init(seats: Int) {}

    func dine(at seat: Int, eat: () -> Void) {
        lock.lock()
        defer { lock.unlock() }
        eat()
    }
}
