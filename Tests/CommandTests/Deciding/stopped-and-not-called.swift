// deadlock: 13, 10
// Says: came before
// Advises: must still do what other code waits for
import Dispatch
import Synchronization

func scenario() {
    let isStopped = Mutex(false), done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        if isStopped.withLock({ $0 }) { return }
        done.signal()
    }
    isStopped.withLock { $0 = true }
    done.wait()
}
