import Foundation

final class Mailbox: @unchecked Sendable {
    let condition = NSCondition()
    var hasMail = false
}

/// A thread looks without the lock, and then waits for a signal.
func lostWakeUp() {
    let mailbox = Mailbox()
    let postman = Thread {
        mailbox.condition.lock()
        mailbox.hasMail = true
        mailbox.condition.signal()
        mailbox.condition.unlock()
    }
    postman.start()
    mailbox.condition.lock()
    let isEmpty = !mailbox.hasMail
    mailbox.condition.unlock()
    if isEmpty {
        mailbox.condition.lock()
        mailbox.condition.wait()
        mailbox.condition.unlock()
    }
}
