import Dispatch
func scenario() {
    let a = DispatchSemaphore(value: 1), b = DispatchSemaphore(value: 1), g = DispatchGroup()
    DispatchQueue.global().async(group: g) {
        a.wait()
        a.signal()
        a.wait()
        b.wait()
        b.signal()
        a.signal()
    }
    DispatchQueue.global().async(group: g) {
        b.wait()

        a.wait()
        a.signal()
        b.signal()
    }
    g.wait()
}
