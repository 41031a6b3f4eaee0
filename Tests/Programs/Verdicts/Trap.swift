import Dispatch
import Synchronization

func scenario() {
    let tickets = Mutex(["A1"])
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        let isEmpty = tickets.withLock { $0.isEmpty }
        if !isEmpty {
            _ = tickets.withLock { $0.removeLast() }
        }
    }
}
