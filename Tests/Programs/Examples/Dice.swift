import Dispatch
import Synchronization

func scenario() -> Int {
    let total = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        let points = Int.random(in: 1...2)
        total.withLock { $0 += points }
    }
    return total.withLock { $0 }
}
