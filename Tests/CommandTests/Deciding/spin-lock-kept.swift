// livelock: 20, 10
// Says: left the function before
// Advises: `defer
import Dispatch
import Synchronization

final class Spin: Sendable {
    private let isTaken = Atomic(false)
    func lock() {
        while isTaken.exchange(true, ordering: .acquiring) {}
    }
    func unlock() { isTaken.store(false, ordering: .releasing) }
}

final class Stock: @unchecked Sendable {
    private let spin = Spin()
    private var count = 1
    func buy() -> Bool {
        spin.lock()
        if count == 0 { return false }
        count -= 1
        spin.unlock()
        return true
    }
}

func scenario() {
    let stock = Stock()
    DispatchQueue.concurrentPerform(iterations: 3) { _ in _ = stock.buy() }
}
