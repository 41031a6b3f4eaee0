// assertion: 11, 12
// Says: came between
import Dispatch

@propertyWrapper
final class Protected<Value>: @unchecked Sendable {
    private let queue = DispatchQueue(label: "atomic")
    private var stored: Value
    init(wrappedValue: Value) { stored = wrappedValue }
    var wrappedValue: Value {
        get { queue.sync { stored } }
        set { queue.sync { stored = newValue } }
    }
}

final class FlushPolicy: @unchecked Sendable {
    @Protected var count = 0
    func update() { count += 1 }
}

func scenario() -> Int {
    let policy = FlushPolicy()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in policy.update() }
    return policy.count
}

func allowed(_ count: Int) -> Bool { count == 2 }

// After segmentio/analytics-swift#330
