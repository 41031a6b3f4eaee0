import Foundation
import Synchronization

/// The addition is one atomic step.
func atomicAdd() {
    let total = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        total.add(1, ordering: .sequentiallyConsistent)
    }
    precondition(total.load(ordering: .sequentiallyConsistent) == 2)
}
