import Foundation

/// A consumer looks whether there is an element, and then begins to wait. A signal between the two is
/// lost.
final class Mailbox: @unchecked Sendable {
    private let lock = NSLock(), condition = NSCondition()
    private var letters: [Int] = []

    func put(_ letter: Int) {
        lock.withLock { letters.append(letter) }
        condition.lock()
        condition.signal()
        condition.unlock()
    }

    func take() -> Int {
        while true {
            if let letter = lock.withLock({ letters.popLast() }) { return letter }
            condition.lock()
            condition.wait()
            condition.unlock()
        }
    }
}

func scenario() -> Int {
    let mailbox = Mailbox()
    Thread.detachNewThread { mailbox.put(7) }
    return mailbox.take()
}

func allowed(_ letter: Int) -> Bool { letter == 7 }
