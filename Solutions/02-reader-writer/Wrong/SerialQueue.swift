// Refused by: readers run at the same time
// Verdict: notParallel
// Because: on a serial queue, readers wait for other readers too, without need.
import Dispatch

final class Guarded<Value> {
    private var value: Value
    private let queue = DispatchQueue(label: "guarded")

    init(_ value: Value) {
        self.value = value
    }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        queue.sync { body(value) }
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        queue.async { body(&self.value) }
    }
}
