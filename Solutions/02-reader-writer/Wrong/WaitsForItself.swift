// Refused by: crashed
// Verdict: deadlock
// Says: `sync` on the queue that it was running on
// Because: a barrier block waits for a later block of its own queue, which waits for the barrier.
import Foundation

final class Guarded<Value> {
    private var value: Value
    private let queue = DispatchQueue(label: "guarded", attributes: .concurrent)

    init(_ value: Value) {
        self.value = value
    }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        queue.sync { body(value) }
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        queue.async(flags: .barrier) {
            self.queue.sync { body(&self.value) }
        }
    }
}
