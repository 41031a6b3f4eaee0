// deadlock: 10, 11
// Says: came between
// Advises: Make the two steps

import Foundation
final class Exclusive: @unchecked Sendable {
    private let lock = NSLock()
    private var members: [Operation] = []
    func enter(_ operation: Operation) {
        lock.withLock { members.append(operation) }
        let others = lock.withLock { members.filter { $0 !== operation } }
        for other in others { operation.addDependency(other) }
    }
}
func scenario() {
    let alerts = Exclusive(), queue = OperationQueue(), added = DispatchGroup()
    for _ in 0..<2 {
        DispatchQueue.global().async(group: added) {
            let alert = BlockOperation {}
            alerts.enter(alert)
            queue.addOperation(alert)
        }
    }
    added.wait()
    queue.waitUntilAllOperationsAreFinished()
}
