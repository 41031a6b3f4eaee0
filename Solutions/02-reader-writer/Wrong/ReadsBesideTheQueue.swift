// Refused by: no reader runs during a write
// Verdict: race
// Because: only blocks of the queue wait for a barrier. These reads do not use the queue.
import Dispatch

final class Guarded<Value> {
    private var value: Value
    private let queue = DispatchQueue(label: "guarded", attributes: .concurrent)

    init(_ value: Value) {
        self.value = value
    }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        body(value)
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        queue.async(flags: .barrier) { body(&self.value) }
    }
}
