// assertion: 12, 20
// Says: (line 12) of thread 1 came only after that
// Advises: Check the result of the call
import Foundation

final class Inbox: @unchecked Sendable {
    private let condition = NSCondition()
    private var items: [Int] = []

    func add(_ item: Int) {
        condition.lock()
        items.append(item)
        condition.signal()
        condition.unlock()
    }

    func take() -> Int {
        condition.lock()
        defer { condition.unlock() }
        if items.isEmpty { _ = condition.wait(until: Date() + 1) }
        return items.isEmpty ? -1 : items.removeFirst()
    }
}

func scenario() -> Int {
    let inbox = Inbox()
    Thread.detachNewThread { inbox.add(5) }
    return inbox.take()
}

func allowed(_ item: Int) -> Bool { item == 5 }
