// assertion: 20
// Says: without a signal
// Advises: `while` in place of `if`
// Options: --spurious-wakeups
import Foundation

final class Ticket: @unchecked Sendable {
    private let condition = NSCondition()
    private var number = 0

    func print(_ number: Int) {
        condition.lock()
        self.number = number
        condition.signal()
        condition.unlock()
    }
    func read() -> Int {
        condition.lock()
        defer { condition.unlock() }
        if number == 0 { condition.wait() }
        return number
    }
}

func scenario() -> Int {
    let ticket = Ticket()
    Thread { ticket.print(7) }.start()
    return ticket.read()
}
func allowed(_ number: Int) -> Bool { number == 7 }
