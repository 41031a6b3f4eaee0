// The barrier flag belongs to the work item, not to the call.
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
        queue.async(execute: DispatchWorkItem(flags: .barrier) { body(&self.value) })
    }
}
