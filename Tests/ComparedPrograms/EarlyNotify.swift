import Dispatch
import Foundation

/// Each download enters the group only when it begins: `wait` can find the group empty before that.
func scenario() -> Int {
    let group = DispatchGroup(), queue = DispatchQueue(label: "downloads"), lock = NSLock()
    final class Photos: @unchecked Sendable { var count = 0 }
    let photos = Photos()
    for _ in 0..<2 {
        queue.async {
            group.enter()
            lock.withLock { photos.count += 1 }
            group.leave()
        }
    }
    // The caller does something else meanwhile.
    Thread.sleep(forTimeInterval: 0.005)
    group.wait()
    return lock.withLock { photos.count }
}

func allowed(_ count: Int) -> Bool { count == 2 }
