// Refused by: right in every interleaving
// Verdict: race
// Says: isUsed
// Because: Checking the forks and taking them are two steps. Two neighbors can both find the fork
// free.
import Foundation

final class Table: @unchecked Sendable {
    private let seats: Int
    private var isUsed: [Bool]
    private let change = NSCondition()

    init(seats: Int) {
        self.seats = seats
        isUsed = Array(repeating: false, count: seats)
    }

    func dine(at seat: Int, eat: () -> Void) {
        let next = (seat + 1) % seats
        while isUsed[seat] || isUsed[next] {
            change.lock()
            change.wait()
            change.unlock()
        }
        isUsed[seat] = true
        isUsed[next] = true
        eat()
        isUsed[seat] = false
        isUsed[next] = false
        change.lock()
        change.broadcast()
        change.unlock()
    }
}
