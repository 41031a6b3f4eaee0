import Foundation

/// The bug: a condition variable does not remember a signal. A customer who comes later waits for the next one.
final class ForgetfulBell: Bell {
    private let rings = NSCondition()

    func waitForRing() {
        rings.lock()
        rings.wait()
        rings.unlock()
    }

    func ring() {
        rings.lock()
        rings.signal()
        rings.unlock()
    }
}

/// The fix: a variable remembers it, and the customer looks before the wait.
final class RememberingBell: Bell {
    private let rings = NSCondition()
    private var hasRung = false

    func waitForRing() {
        rings.lock()
        while !hasRung { rings.wait() }
        rings.unlock()
    }

    func ring() {
        rings.lock()
        hasRung = true
        rings.broadcast()
        rings.unlock()
    }
}

protocol Bell: AnyObject {
    init()
    func waitForRing()
    func ring()
}

extension ForgetfulBell: @unchecked Sendable {}  // It has no state of its own.
extension RememberingBell: @unchecked Sendable {}  // The lock of `rings` protects `hasRung`.
