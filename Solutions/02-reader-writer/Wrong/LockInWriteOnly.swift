// Refused by: each write runs alone
// Verdict: race
// Says: the reads do not acquire that lock
// Says: a lock blocks only threads that acquire it
// Says not: `async` alone
// Because: only the writers acquire the lock, so a reader runs during a write.
import Foundation

final class Guarded<Value> {
    private var value: Value
    private let lock = NSLock()

    init(_ value: Value) {
        self.value = value
    }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        body(value)
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        lock.withLock { body(&value) }
    }
}
