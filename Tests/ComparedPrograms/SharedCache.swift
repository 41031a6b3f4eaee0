import Dispatch

/// A cache behind a queue: the look and the change are two visits, so two callers can both load.
final class Cache: @unchecked Sendable {
    private let queue = DispatchQueue(label: "cache")
    private var values: [String: Int] = [:]
    private var loads = 0

    func value(_ name: String) -> Int {
        if let value = queue.sync(execute: { values[name] }) { return value }
        return queue.sync {
            loads += 1
            values[name] = name.count
            return name.count
        }
    }

    var loaded: Int { queue.sync { loads } }
}

func scenario() -> Int {
    let cache = Cache()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in _ = cache.value("sea") }
    return cache.loaded
}

func allowed(_ loads: Int) -> Bool { loads == 1 }
