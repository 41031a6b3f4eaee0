// assertion: 11, 15
// Says: came before
// Advises: Check again next to the change
import Foundation
import Synchronization

func scenario() -> [String] {
    let sent = Mutex<[String]>([]), queue = OperationQueue()
    let send = BlockOperation()
    send.addExecutionBlock { [unowned send] in
        guard !send.isCancelled else { return }
        sent.withLock { $0.append("mail") }
    }
    queue.addOperation(send)
    queue.cancelAllOperations()
    queue.waitUntilAllOperationsAreFinished()
    return sent.withLock { $0 }
}
func allowed(_ sent: [String]) -> Bool { sent.isEmpty }
