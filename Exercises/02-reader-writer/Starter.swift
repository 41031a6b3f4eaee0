import Dispatch

/// A value that many threads can read at the same time, but only one thread can change.
final class Guarded<Value> {
    private var value: Value
    private let queue = DispatchQueue(label: "guarded", attributes: .concurrent)

    init(_ value: Value) {
        self.value = value
    }

    /// Calls `body` with the value and returns its result. Readers do not wait for each other.
    func read<Result>(_ body: (Value) -> Result) -> Result {
        queue.sync { body(value) }
    }

    /// Lets `body` change the value, and does not wait: it can return before the change is made.
    func write(_ body: @escaping (inout Value) -> Void) {
        queue.async { body(&self.value) }
    }
}
