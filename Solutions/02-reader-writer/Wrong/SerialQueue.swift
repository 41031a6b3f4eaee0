// Refused by: readers meet inside
// Verdict: notParallel
// Because: a serial queue keeps writers alone, but readers too: they stand in line, although they would not disturb each other.
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
