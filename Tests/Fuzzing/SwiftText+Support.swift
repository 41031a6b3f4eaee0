extension SwiftText {
    /// The declarations that all programs share.
    static let support = """
        /// The values that one thread, block or task has found.
        final class Notes: @unchecked Sendable {
            var text = ""
            func add(_ value: Int) { text += text.isEmpty ? "\\(value)" : " \\(value)" }
        }

        final class Box: @unchecked Sendable {
            var value = 0
        }

        final class PosixLock: @unchecked Sendable {
            private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
            init() { pthread_mutex_init(mutex, nil) }
            deinit { mutex.deallocate() }
            func lock() { pthread_mutex_lock(mutex) }
            func `try`() -> Bool { pthread_mutex_trylock(mutex) == 0 }
            func unlock() { pthread_mutex_unlock(mutex) }
        }

        final class ReadWriteLock: @unchecked Sendable {
            private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
            init() { pthread_rwlock_init(lock, nil) }
            deinit { lock.deallocate() }
            func lockRead() { pthread_rwlock_rdlock(lock) }
            func lockWrite() { pthread_rwlock_wrlock(lock) }
            func tryRead() -> Bool { pthread_rwlock_tryrdlock(lock) == 0 }
            func tryWrite() -> Bool { pthread_rwlock_trywrlock(lock) == 0 }
            func unlock() { pthread_rwlock_unlock(lock) }
        }

        actor Place {
            func run(_ body: @Sendable (isolated Place) async -> Void) async { await body(self) }
        }

        final class Gate: Sendable {
            private let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
            func pass() async { await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } } }
            func open() -> Bool {
                let continuation = waiting.withLock { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                continuation?.resume()
                return continuation != nil
            }
        }

        """
}
