import Dispatch
import Synchronization

/// A visitor who gets no place in time leaves without giving one back.
func scenario() -> Int {
    let places = DispatchSemaphore(value: 1), inside = Mutex((now: 0, most: 0)), group = DispatchGroup()
    for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {
            guard places.wait(timeout: .now() + .milliseconds(5)) == .success else { return }
            defer { places.signal() }
            inside.withLock {
                $0.now += 1; $0.most = max($0.most, $0.now)
            }
            inside.withLock { $0.now -= 1 }
        }
    }
    group.wait()
    return inside.withLock { $0.most }
}
func allowed(_ most: Int) -> Bool { most <= 1 }
