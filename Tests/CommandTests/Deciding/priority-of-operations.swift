// assertion: 14, 15
// Says: orders only operations that are ready
import Foundation

func scenario() -> [String] {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let lock = NSLock()
    nonisolated(unsafe) var order: [String] = []
    let low = BlockOperation { lock.withLock { order.append("low") } }
    let high = BlockOperation { lock.withLock { order.append("high") } }
    low.queuePriority = .low
    high.queuePriority = .high
    queue.addOperation(low)
    queue.addOperation(high)
    queue.waitUntilAllOperationsAreFinished()
    return order
}

func allowed(_ order: [String]) -> Bool { order == ["high", "low"] }
