// Options: --pool 2
import Dispatch

func scenario() {
    let queue = DispatchQueue(label: "work", attributes: .concurrent), group = DispatchGroup()
    for _ in 0..<2 {
        queue.async(group: group) {
            let ready = DispatchSemaphore(value: 0)
            queue.async { ready.signal() }
            ready.wait()
        }
    }
    group.wait()
}
