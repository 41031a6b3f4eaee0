// crash: 5, 12, 15
// Says: has released the last reference to it in `shared.release()`
import Foundation

final class Node { var value = 1 }

func scenario() -> Int {
    nonisolated(unsafe) let shared = Unmanaged.passRetained(Node())
    let group = DispatchGroup()
    nonisolated(unsafe) var seen = 0
    DispatchQueue.global().async(group: group) {
        seen = shared.takeUnretainedValue().value
    }
    DispatchQueue.global().async(group: group) {
        shared.release()
    }
    group.wait()
    return seen
}
