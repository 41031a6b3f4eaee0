import Dispatch
import Synchronization

let total = Mutex(0)

func scenario() {
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        let seen = total.withLock { $0 }
        total.withLock { $0 = seen + 1 }
    }
}

func outcome() -> Int { total.withLock { $0 } }

func allowed(_ outcome: Int) -> Bool { outcome == 2 }
