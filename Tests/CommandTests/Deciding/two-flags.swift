// livelock: 13, 14, 18, 19
// Says: So none of them comes to the line
// Advises: Two flags do not replace a lock
import Dispatch
import Synchronization

let first = Atomic(false), second = Atomic(false)

/// Each thread waits until the other one is not there.
func scenario() {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        first.store(true, ordering: .sequentiallyConsistent)
        while second.load(ordering: .sequentiallyConsistent) {}
        first.store(false, ordering: .sequentiallyConsistent)
    }
    DispatchQueue.global().async(group: group) {
        second.store(true, ordering: .sequentiallyConsistent)
        while first.load(ordering: .sequentiallyConsistent) {}
        second.store(false, ordering: .sequentiallyConsistent)
    }
    group.wait()
}
