import Dispatch

/// A value that many may read at once, and that is changed by one alone.
final class Guarded<Value> {
    private var value: Value
    private let queue = DispatchQueue(label: "guarded", attributes: .concurrent)

    init(_ value: Value) {
        self.value = value
    }

    /// Lets `body` look at the value, and returns what it found. Readers do not wait for each other.
    func read<Result>(_ body: (Value) -> Result) -> Result {
        queue.sync { body(value) }
    }

    /// Has `body` change the value, and does not wait for that: it may return before the change is made.
    func write(_ body: @escaping (inout Value) -> Void) {
        queue.async { body(&self.value) }
    }
}
