// Counts readers and writers under a condition's lock. Later readers wait for a waiting writer, so
// a thread sees its own change.
import Foundation

final class Guarded<Value>: @unchecked Sendable {
    private var value: Value
    private var readers = 0
    private var waitingWriters = 0
    private var isWriting = false
    private let condition = NSCondition()
    private let writers = DispatchQueue(label: "writers")

    init(_ value: Value) {
        self.value = value
    }

    func read<Result>(_ body: (Value) -> Result) -> Result {
        condition.lock()
        while isWriting || waitingWriters > 0 { condition.wait() }
        readers += 1
        condition.unlock()
        defer {
            condition.lock()
            readers -= 1
            condition.broadcast()
            condition.unlock()
        }
        return body(value)
    }

    func write(_ body: @escaping (inout Value) -> Void) {
        condition.lock()
        waitingWriters += 1
        condition.unlock()
        nonisolated(unsafe) let body = body
        writers.async { [self] in
            condition.lock()
            while isWriting || readers > 0 { condition.wait() }
            isWriting = true
            waitingWriters -= 1
            condition.unlock()
            body(&value)
            condition.lock()
            isWriting = false
            condition.broadcast()
            condition.unlock()
        }
    }
}
