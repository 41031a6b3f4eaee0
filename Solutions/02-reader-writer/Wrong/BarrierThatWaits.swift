// Refused by: write does not block its caller
// Verdict: waits
// Because: with `sync` the caller is blocked until all earlier readers have finished, without need.
import Dispatch

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
        queue.sync(flags: .barrier) { body(&self.value) }
    }
}
