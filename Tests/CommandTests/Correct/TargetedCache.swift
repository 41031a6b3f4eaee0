import Dispatch

/// A cache whose reads share a queue and whose writes are barriers; all such queues hand their work on to one target.
final class Cache: @unchecked Sendable {
    private let queue: DispatchQueue
    private var values: [String: Int] = [:]

    init(target: DispatchQueue) { queue = DispatchQueue(label: "cache", attributes: .concurrent, target: target) }

    func set(_ value: Int, for key: String) { queue.async(flags: .barrier) { self.values[key] = value } }
    func add(_ value: Int, to key: String) { queue.sync(flags: .barrier) { values[key, default: 0] += value } }
    func value(for key: String) -> Int? { queue.sync { values[key] } }
}

func scenario() -> Int? {
    let cache = Cache(target: DispatchQueue(label: "target", attributes: .concurrent)), group = DispatchGroup()
    cache.set(5, for: "a")
    for _ in 0..<2 { DispatchQueue.global().async(group: group) { cache.add(1, to: "a") } }
    group.wait()
    return cache.value(for: "a")
}

func allowed(_ outcome: Int?) -> Bool { outcome == 7 }
