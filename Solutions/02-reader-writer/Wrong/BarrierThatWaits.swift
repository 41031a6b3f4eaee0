// Refused by: writing does not make its caller wait
// Verdict: waits
// Because: with `sync` the writer's caller stands still until all readers before it are done, and needs no result.
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
