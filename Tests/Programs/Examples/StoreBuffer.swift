import Dispatch
import Synchronization

func scenario() -> String {
    let x = Atomic(0), y = Atomic(0)
    let seen = Mutex([-1, -1])
    DispatchQueue.concurrentPerform(iterations: 2) { number in
        let value: Int
        if number == 0 {
            x.store(1, ordering: .relaxed)
            value = y.load(ordering: .relaxed)
        } else {
            y.store(1, ordering: .relaxed)
            value = x.load(ordering: .relaxed)
        }
        seen.withLock { $0[number] = value }
    }
    return seen.withLock { "\($0)" }
}
