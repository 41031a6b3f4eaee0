import Foundation
import Synchronization

/// The caller waits for the completion block, and not only for the operation.
func scenario() -> Int {
    let queue = OperationQueue(), parsed = Mutex(0), done = DispatchSemaphore(value: 0)
    let fetch = BlockOperation {}
    fetch.completionBlock = {
        parsed.withLock { $0 = 5 }
        done.signal()
    }
    queue.addOperation(fetch)
    done.wait()
    return parsed.withLock { $0 }
}
func allowed(_ parsed: Int) -> Bool { parsed == 5 }
