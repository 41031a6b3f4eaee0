import Dispatch
import Synchronization

func scenario() {
    let tickets = Mutex(["A1"])
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        _ = tickets.withLock { $0.popLast() }
    }
}
