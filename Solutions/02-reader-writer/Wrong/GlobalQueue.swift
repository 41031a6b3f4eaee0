// Refused by: each write is a wall
// Verdict: race
// Says: barrier on a global queue
// Says not: `async` alone
// Says not: on one queue, in the order
// Because: the flag is right and the queue is not. A global queue is everybody's; a barrier there is an ordinary block.
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
