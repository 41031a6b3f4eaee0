// assertion: 9, 15
// Says: so notify block 1
// Advises: keep one enter() of your own
import Dispatch
import Synchronization

func scenario() -> Int {
    let tracks = Mutex(0), seen = Mutex(0), group = DispatchGroup(), shown = DispatchSemaphore(value: 0)
    DispatchQueue.global().async(group: group) { tracks.withLock { $0 += 1 } }
    group.notify(queue: .global()) {
        let count = tracks.withLock { $0 }
        seen.withLock { $0 = count }
        shown.signal()
    }
    DispatchQueue.global().async(group: group) { tracks.withLock { $0 += 1 } }
    shown.wait()
    return seen.withLock { $0 }
}
func allowed(_ seen: Int) -> Bool { seen == 2 }
