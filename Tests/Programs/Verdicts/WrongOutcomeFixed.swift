import Dispatch
import Synchronization

func scenario() -> Int {
    let balance = Mutex(100)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        balance.withLock { if $0 >= 80 { $0 -= 80 } }
    }
    return balance.withLock { $0 }
}

func allowed(_ balance: Int) -> Bool { balance >= 0 }
