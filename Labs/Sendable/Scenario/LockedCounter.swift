import Foundation

/// A fix: a lock keeps the promise. The compiler does not know that `lock` belongs to `count`, so it cannot check it.
public final class LockedCounter: VisitorCounter, @unchecked Sendable {
    private var count = 0
    private let lock = NSLock()

    public init() {}

    public var visitors: Int { lock.withLock { count } }

    public func enter(_ people: Int) {
        lock.lock()
        let before = count
        turnstile()
        count = before + people
        lock.unlock()
    }
}
