import Foundation

/// The compiler refuses `lock()` in an `async` function. It does not look into these two.
final class PrinterLock: Sendable {
    private let lock = NSLock()

    func acquire() { lock.lock() }
    func release() { lock.unlock() }
}
