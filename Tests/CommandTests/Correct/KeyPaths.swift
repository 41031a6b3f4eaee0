import Dispatch
import Synchronization

/// Settings that are known by their key paths, and who may change them.
final class Settings: Sendable {
    struct Values {
        var volume = 1
        var name = "none"
    }

    private final class Storage {
        var values = Values()
        var changes = 0
    }

    private let gate = DispatchSemaphore(value: 1)
    nonisolated(unsafe) private let storage = Storage()

    func change<Value>(_ path: WritableKeyPath<Values, Value>, to value: Value) {
        gate.wait()
        storage.values[keyPath: path] = value
        let count = \Storage.changes
        storage[keyPath: count] = storage[keyPath: count] + 1
        gate.signal()
    }

    subscript<Value>(path: KeyPath<Values, Value>) -> Value {
        gate.wait()
        defer { gate.signal() }
        return storage.values[keyPath: path]
    }

    var changes: Int {
        gate.wait()
        defer { gate.signal() }
        return storage.changes
    }
}

func scenario() -> String {
    let settings = Settings()
    DispatchQueue.concurrentPerform(iterations: 2) { number in
        if number == 0 { settings.change(\.volume, to: 5) } else { settings.change(\.name, to: "loud") }
    }
    return "\(settings[\.volume]) \(settings[\.name]) \(settings.changes)"
}

func allowed(_ text: String) -> Bool { text == "5 loud 2" }
