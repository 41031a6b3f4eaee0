import Foundation
import Synchronization

/// Each access is atomic. Is the addition?
func atomicParts() {
    let count = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        let old = count.load(ordering: .sequentiallyConsistent)
        count.store(old + 1, ordering: .sequentiallyConsistent)
    }
    precondition(count.load(ordering: .sequentiallyConsistent) == 2)
}
