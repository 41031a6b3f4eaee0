// Refused by: right in every interleaving
// Verdict: race
// Says: same fork
// Because: `if` checks once. When the thread wakes up, a neighbor can have taken the fork in the
// meantime.
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
        change.lock()
        if isUsed[seat] || isUsed[next] { change.wait() }
        isUsed[seat] = true
        isUsed[next] = true
        change.unlock()
        eat()
        change.lock()
        isUsed[seat] = false
        isUsed[next] = false
        change.broadcast()
        change.unlock()
    }
}
