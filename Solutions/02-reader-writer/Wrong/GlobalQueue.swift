// Refused by: each write runs alone
// Verdict: race
// Says: barrier on a global queue
// Says not: `async` alone
// Says not: to one queue, in the order
// Because: the flag is correct, but the whole process shares a global queue. It ignores barriers.
import Dispatch

final class Guarded<Value> {
    private var value: Value
    private let queue = DispatchQueue.global()

    init(_ value: Value) {
        self.value = value
    }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        queue.sync { body(value) }
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        queue.async(flags: .barrier) { body(&self.value) }
    }
}
