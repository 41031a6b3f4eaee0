// assertion: 11, 15
// Says: `completionBlock` is submitted only then
// Advises: Do in the operation itself

import Foundation
import Synchronization
func scenario() -> Int {
    let queue = OperationQueue(), parsed = Mutex(0)
    let fetch = BlockOperation { usleep(100) }
    fetch.completionBlock = {
        parsed.withLock { $0 = 5 }
    }
    queue.addOperation(fetch)
    queue.waitUntilAllOperationsAreFinished()
    return parsed.withLock { $0 }
}
func allowed(_ parsed: Int) -> Bool { parsed == 5 }
