import Foundation

final class SafeMailbox: @unchecked Sendable {
    let condition = NSCondition()
    var hasMail = false
}

/// The look and the wait are under one lock, and the look is repeated.
func correctCondition() {
    let mailbox = SafeMailbox()
    let postman = Thread {
        mailbox.condition.lock()
        mailbox.hasMail = true
        mailbox.condition.signal()
        mailbox.condition.unlock()
    }
    postman.start()
    mailbox.condition.lock()
    while !mailbox.hasMail {
        mailbox.condition.wait()
    }
    mailbox.condition.unlock()
}
