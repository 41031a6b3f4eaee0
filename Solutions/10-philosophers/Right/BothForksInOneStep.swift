// The forks are flags under one lock. A philosopher takes both in one step, or waits and holds none.
// The lock is free while a philosopher eats.
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
        while isUsed[seat] || isUsed[next] { change.wait() }
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
