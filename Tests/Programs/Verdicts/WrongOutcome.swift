import Dispatch
import Synchronization

func scenario() -> Int {
    let balance = Mutex(100)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        let canPay = balance.withLock { $0 >= 80 }
        if canPay { balance.withLock { $0 -= 80 } }
    }
    return balance.withLock { $0 }
}

func allowed(_ balance: Int) -> Bool { balance >= 0 }
