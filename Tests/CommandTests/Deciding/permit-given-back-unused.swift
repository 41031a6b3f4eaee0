// assertion: 12, 13
// Says: one permit too many
// Advises: after the `guard`

import Foundation
import Synchronization
final class Storage: Sendable {
    private let semaphore = DispatchSemaphore(value: 1)
    private let inside = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    func read() {
        defer { semaphore.signal() }
        guard semaphore.wait(timeout: .now() + .milliseconds(5)) == .success else { return }
        let now = inside.add(1, ordering: .relaxed).newValue
        most.max(now, ordering: .relaxed)
        usleep(10_000)
        inside.subtract(1, ordering: .relaxed)
    }
}
func scenario() -> Int {
    let storage = Storage(), group = DispatchGroup()
    for _ in 0..<3 {
        DispatchQueue.global().async(group: group) { storage.read() }
    }
    group.wait()
    return storage.most.load(ordering: .relaxed)
}
func allowed(_ most: Int) -> Bool { most <= 1 }
