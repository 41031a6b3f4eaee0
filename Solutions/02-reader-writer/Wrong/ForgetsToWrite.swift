// Refused by: one writer at a time
// Verdict: missing
// Points: at most 3
// Says: 0 of 2 requested changes were made
// Says: no change was ever made
// Because: the block is created, but never submitted.
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
        _ = DispatchWorkItem(flags: .barrier) { body(&self.value) }
    }
}
