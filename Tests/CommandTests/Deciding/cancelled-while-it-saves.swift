// assertion: 10, 18
// Says: came before
// Advises: Check again next to the change
import Foundation
import Synchronization

final class Save: Operation, @unchecked Sendable {
    let file = Mutex(0)
    override func main() {
        if isCancelled { return }
        file.withLock { $0 += 1 }
    }
}

func scenario() -> Int {
    let save = Save(), queue = OperationQueue()
    queue.addOperations([save], waitUntilFinished: false)
    save.cancel()
    queue.waitUntilAllOperationsAreFinished()
    return save.file.withLock { $0 }
}
func allowed(_ saves: Int) -> Bool { saves == 0 }
