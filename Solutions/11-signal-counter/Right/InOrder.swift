// A kind of its own: each waiting worker has a ticket. Photos call the tickets in their order, so the
// worker that has waited longest continues first.
import Foundation

final class SignalCounter: @unchecked Sendable {
    private let condition = NSCondition()
    private var nextTicket = 0
    private var calledTickets = 0

    init() {}

    func signal(_ photos: Int) {
        condition.lock()
        calledTickets += photos
        condition.broadcast()
        condition.unlock()
    }

    func wait() {
        condition.lock()
        let ticket = nextTicket
        nextTicket += 1
        while ticket >= calledTickets { condition.wait() }
        condition.unlock()
    }
}
