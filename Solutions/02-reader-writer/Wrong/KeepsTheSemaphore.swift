// Refused by: readers run at the same time
// Verdict: deadlock
// Points: at most 0
// Says: for a semaphore
// Says: line 19 of KeepsTheSemaphore.swift
// Says: – no reader runs during a write
// Because: `read` returns without `signal`, so the second reader waits for ever.
import Foundation

final class Guarded<Value> {
    private var value: Value
    private let semaphore = DispatchSemaphore(value: 1)

    init(_ value: Value) {
        self.value = value
    }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        semaphore.wait()
        return body(value)
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        semaphore.wait()
        body(&value)
        semaphore.signal()
    }
}
