// Refused by: no reader runs during a write
// Verdict: race
// Says: there is a barrier, but the write does not run in it
// Says not: your reads are barriers
// Because: an empty barrier runs alone, and the write before it does not.
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
        queue.async { body(&self.value) }
        queue.async(flags: .barrier) {}
    }
}
