import Dispatch
import Foundation

/// A value of any kind, and what it was before, under a lock.
final class History<Value> {
    private let lock = NSLock()
    private var value: Value
    private var earlier: Value?

    init(_ value: Value) { self.value = value }

    func replace(_ make: (Value) -> Value) {
        lock.lock()
        defer { lock.unlock() }
        earlier = value
        value = make(value)
    }

    var both: (Value, Value?) { lock.withLock { (value, earlier) } }
}

func scenario() -> String {
    let history = History("a"), group = DispatchGroup()
    for letter in ["b", "c"] {
        DispatchQueue.global().async(group: group) { history.replace { $0 + letter } }
    }
    group.wait()
    let (now, before) = history.both
    return "\(before ?? "none") \(now)"
}

func allowed(_ text: String) -> Bool { text == "ab abc" || text == "ac acb" }
