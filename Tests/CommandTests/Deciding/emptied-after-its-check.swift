// assertion: 9, 12
// Says: came between
// Advises: Make the two steps
import Foundation

final class Outbox: @unchecked Sendable {
    private let queue = DispatchQueue(label: "outbox", attributes: .concurrent)
    private var messages = [1]
    var isEmpty: Bool { queue.sync { messages.isEmpty } }

    func removeFirst() -> Int {
        queue.sync(flags: .barrier) { messages.removeFirst() }
    }
}

func flush(_ outbox: Outbox) -> Int {
    var sent = 0
    while !outbox.isEmpty {
        sent += outbox.removeFirst()
    }
    return sent
}

func scenario() {
    let outbox = Outbox()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in _ = flush(outbox) }
}
