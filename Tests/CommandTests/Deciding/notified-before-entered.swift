// assertion: 9, 11
// Says: was empty when the main thread called notify()
// Advises: before you call notify()
import Foundation

func scenario() -> Int {
    let group = DispatchGroup(), lock = NSLock(), finished = DispatchSemaphore(value: 0)
    var total = 0, seen = 0
    group.notify(queue: .global()) { lock.withLock { seen = total }; finished.signal() }
    for number in 1...2 {
        group.enter()
        DispatchQueue.global().async { lock.withLock { total += number }; group.leave() }
    }
    finished.wait()
    group.wait()
    return lock.withLock { seen }
}

func allowed(_ sum: Int) -> Bool { sum == 3 }
