import Dispatch
import Foundation

/// A property with a lock: reading, writing, and changing in one step.
@propertyWrapper
final class Locked<Value> {
    private let lock = NSLock()
    private var value: Value

    init(wrappedValue: Value) { value = wrappedValue }

    var wrappedValue: Value {
        get { lock.withLock { value } }
        set { lock.withLock { value = newValue } }
    }

    var projectedValue: Locked<Value> { self }

    func mutate<Result>(_ change: (inout Value) -> Result) -> Result {
        lock.withLock { change(&value) }
    }
}

final class Counter {
    @Locked var count = 0
    @Locked var name = "none"

    func add(_ text: String) {
        $count.mutate { $0 += 1 }
        name = text
    }
}

func scenario() -> String {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in counter.add("one") }
    return "\(counter.count) \(counter.name)"
}

func allowed(_ text: String) -> Bool { text == "2 one" }
