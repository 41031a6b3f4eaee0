// assertion: 11, 12
// Says: came between
import Foundation

final class Store<Value>: @unchecked Sendable {
    private let queue = DispatchQueue(label: "store")
    private var value: Value

    init(_ value: Value) { self.value = value }

    func read() -> Value { queue.sync { value } }
    func write(_ new: Value) { queue.sync { value = new } }
}

func scenario() -> Int {
    let store = Store(0)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        store.write(store.read() + 1)
    }
    return store.read()
}

func allowed(_ total: Int) -> Bool { total == 2 }
