import Dispatch

final class Counter: @unchecked Sendable {
    private let queue = DispatchQueue(label: "counter", attributes: .concurrent)
    private var value = 0

    func increment() { queue.async(flags: .barrier) { self.value += 1 } }
    var current: Int { queue.sync { value } }
}

func scenario() -> Int {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in counter.increment() }
    return counter.current
}
