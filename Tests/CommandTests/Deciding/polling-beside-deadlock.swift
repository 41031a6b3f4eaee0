// deadlock: 10, 14
// Says: wait
import Foundation

func scenario() {
    let a = NSLock(), b = NSLock()
    let done = NSLock()
    nonisolated(unsafe) var finished = 0
    DispatchQueue.global().async {
        a.lock(); b.lock(); b.unlock(); a.unlock()
        done.withLock { finished += 1 }
    }
    DispatchQueue.global().async {
        b.lock(); a.lock(); a.unlock(); b.unlock()
        done.withLock { finished += 1 }
    }
    while done.withLock({ finished }) < 2 { usleep(1000) }
}
