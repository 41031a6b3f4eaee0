// assertion: 11, 19
// Says: one permit too many
// Advises: after the `guard`

import Foundation
import Synchronization
func scenario() -> Int {
    let places = DispatchSemaphore(value: 1), inside = Mutex((now: 0, most: 0)), group = DispatchGroup()
    for _ in 0..<3 {
        DispatchQueue.global().async(group: group) {
            let isIn = places.wait(timeout: .now()) == .success
            if isIn {
                inside.withLock {
                    $0.now += 1; $0.most = max($0.most, $0.now)
                }
                sched_yield()
                inside.withLock { $0.now -= 1 }
            }
            places.signal()
        }
    }
    group.wait()
    return inside.withLock { $0.most }
}
func allowed(_ most: Int) -> Bool { most <= 1 }
