// Refused by: each write runs alone
// Verdict: race
// Because: the reads are barriers, and the writes are not: writes can run at the same time.
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
