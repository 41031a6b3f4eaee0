import Dispatch
import Foundation

// AsyncExtensions, commit fc0dc63: a new consumer of AsyncCurrentValueSubject misses a value.

/// Values in the order in which they were sent.
final class Mailbox: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Int] = []

    func send(_ value: Int) { lock.withLock { values.append(value) } }
    var last: Int? { lock.withLock { values.last } }
}

/// A value. Each consumer gets the current one first, and then all new ones.
final class CurrentValue: @unchecked Sendable {
    let lock = NSLock()
    var value = 0
    var consumers: [Mailbox] = []

    func send(_ new: Int) {
        lock.withLock {
            value = new
            for consumer in consumers { consumer.send(new) }
        }
    }
}

func scenario() -> Int? {
    let current = CurrentValue(), mailbox = Mailbox()
    DispatchQueue.concurrentPerform(iterations: 2) { if $0 == 0 { current.send(1) } else { current.add(mailbox) } }
    return mailbox.last
}

func allowed(_ last: Int?) -> Bool { last == 1 }
