import Dispatch

/// Two queues with one target: their items never overlap, so the state behind them needs no other lock.
final class Store {
    private let base = DispatchQueue(label: "store")
    let reads: DispatchQueue
    let writes: DispatchQueue
    private var values: [Int] = []

    init() {
        reads = DispatchQueue(label: "store.reads", target: base)
        writes = DispatchQueue(label: "store.writes", target: base)
    }

    func append(_ value: Int) {
        writes.async { self.values.append(value) }
    }

    func count(_ completion: @escaping (Int) -> Void) {
        reads.async { completion(self.values.count) }
    }

    func finish() -> [Int] {
        writes.sync {}
        return reads.sync { values }
    }
}

func scenario() -> String {
    let store = Store()
    let counted = DispatchSemaphore(value: 0)
    var count = -1
    store.append(1)
    store.count {
        count = $0
        counted.signal()
    }
    counted.wait()
    let values = store.finish()
    return "\(count <= values.count) \(values)"
}

func allowed(_ text: String) -> Bool { text == "true [1]" }
