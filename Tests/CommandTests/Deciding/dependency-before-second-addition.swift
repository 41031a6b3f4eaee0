// assertion: 16, 17
// Says: A dependency that is added later does not stop it
// Advises: before you add the operation to a queue
import Foundation

func scenario() -> Int {
    let queue = OperationQueue(), lock = NSLock()
    nonisolated(unsafe) var shown = 0
    nonisolated(unsafe) var loaded = 0
    let load = BlockOperation {
        lock.withLock { loaded = 7 }
    }
    let show = BlockOperation {
        lock.withLock { shown = loaded }
    }
    queue.addOperation(show)
    show.addDependency(load)
    queue.addOperation(load)
    queue.waitUntilAllOperationsAreFinished()
    return lock.withLock { shown }
}

func allowed(_ shown: Int) -> Bool { shown == 7 }
