import Synchronization

/// A fix that the compiler checks: the count is inside the mutex, so no code reaches it without the lock. There is no `@unchecked`.
public final class MutexCounter: VisitorCounter {
    private let count = Mutex(0)

    public init() {}

    public var visitors: Int { count.withLock { $0 } }

    public func enter(_ people: Int) {
        turnstile()
        count.withLock { $0 += people }
    }
}
