// assertion: 11, 13
// Says: came between
import Foundation

/// A dictionary behind a queue.
final class Shared<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
    private let queue = DispatchQueue(label: "shared", attributes: .concurrent)
    private var storage: [Key: Value] = [:]

    subscript(key: Key, default value: Value) -> Value {
        get { queue.sync { storage[key] ?? value } }
        set {
            queue.sync(flags: .barrier) {
                storage[key] = newValue
            }
        }
    }
}

let scores = Shared<String, Int>()

func scenario() -> Int {
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        scores["a", default: 0] += 1
    }
    return scores["a", default: 0]
}

func allowed(_ outcome: Int) -> Bool { outcome == 2 }
