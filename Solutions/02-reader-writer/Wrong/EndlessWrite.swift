// Refused by: timedOut
// Verdict: hang
// Says: A thread runs in `while true`, and this loop never ends
// Says: line 22 of EndlessWrite.swift
// Says not: waits for an event
// Because: nothing leaves the loop of the writer, so no change is ever made.
import Foundation

final class Guarded<Value> {
    private var value: Value
    private let queue = DispatchQueue(label: "guarded", attributes: .concurrent)

    init(_ value: Value) { self.value = value }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        queue.sync { body(value) }
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        queue.async(flags: .barrier) {
            // Until the readers have left.
            while true {}
            body(&self.value)
        }
    }
}
