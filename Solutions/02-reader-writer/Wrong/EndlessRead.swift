// Refused by: readers run at the same time
// Verdict: hang
// Points: at most 0
// Says: A thread runs in `while true`, and this loop never ends
// Says: line 17 of EndlessRead.swift
// Says not: what that call waits for
// Because: nothing leaves the loop, so no call of `read` returns.
import Foundation

final class Guarded<Value> {
    private var value: Value
    private let queue = DispatchQueue(label: "guarded", attributes: .concurrent)

    init(_ value: Value) { self.value = value }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        while true {}
        return queue.sync { body(value) }
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        queue.async(flags: .barrier) { body(&self.value) }
    }
}
