// Refused by: readers run at the same time
// Verdict: notParallel
// Points: at most 6
// Says: a lock admits one thread at a time
// Says not: barrier
// Because: with a lock, readers wait for other readers too, and a writer's caller waits for
// readers.
import Foundation

final class Guarded<Value> {
    private var value: Value
    private let lock = NSLock()

    init(_ value: Value) {
        self.value = value
    }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        lock.withLock { body(value) }
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        lock.withLock { body(&value) }
    }
}
