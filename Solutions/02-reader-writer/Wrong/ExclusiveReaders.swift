// Refused by: each write is a wall
// Verdict: race
// Because: the barrier is on the wrong one: each read is alone, and writes run beside each other.
import Dispatch

final class Guarded<Value> {
    private var value: Value
    private let queue = DispatchQueue(label: "guarded", attributes: .concurrent)

    init(_ value: Value) {
        self.value = value
    }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        queue.sync(flags: .barrier) { body(value) }
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        queue.async { body(&self.value) }
    }
}
