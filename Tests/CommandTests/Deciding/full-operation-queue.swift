// deadlock: 10, 11
// Says: runs at most 2 operations
import Foundation

final class RequestOperation: Operation, @unchecked Sendable {
    private let network: OperationQueue
    init(network: OperationQueue) { self.network = network }
    override func main() {
        let answered = DispatchSemaphore(value: 0)
        network.addOperation { answered.signal() }
        answered.wait()
    }
}

func scenario() {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 2
    queue.addOperation(RequestOperation(network: queue))
    queue.addOperation(RequestOperation(network: queue))
    queue.waitUntilAllOperationsAreFinished()
}

// After Shopify/mobile-buy-sdk-ios#190
