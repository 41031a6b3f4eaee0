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
    ///
    /// The barrier waits until earlier blocks of its queue have finished, and runs alone. Later
    /// blocks wait for it. So no reader runs during a change, and a later read sees the change.
    func write(_ body: @escaping (inout Value) -> Void) {
        queue.async(flags: .barrier) { body(&self.value) }
    }
}
