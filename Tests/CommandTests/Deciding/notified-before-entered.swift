// assertion: 10, 15
// Says: was empty when the main thread called notify()
// Advises: before you call notify()
import Dispatch
import Synchronization

func scenario() -> Int {
    let group = DispatchGroup(), saved = Mutex(0), shown = DispatchSemaphore(value: 0)
    let total = Mutex(-1)
    group.notify(queue: .global()) {
        total.withLock { $0 = saved.withLock { $0 } }
        shown.signal()
    }
    for _ in 1...2 {
        group.enter()
        DispatchQueue.global().async {
            saved.withLock { $0 += 1 }
            group.leave()
        }
    }
    shown.wait()
    return total.withLock { $0 }
}

func allowed(_ outcome: Int) -> Bool { outcome == 2 }
