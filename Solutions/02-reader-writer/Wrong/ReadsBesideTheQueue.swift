// Refused by: no reader beside a writer
// Verdict: race
// Because: a barrier holds back what goes through its queue. These reads do not: they look at the value directly, whoever is changing it.
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
