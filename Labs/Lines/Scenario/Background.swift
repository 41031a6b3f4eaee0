import Foundation
import Synchronization

/// How the lines of a background operation get to the main thread.
public enum Delivery: Sendable {
    case eachLine, batches, lateBatches, batchesWithFlag

    func operation(_ file: TextFile, showingIn list: LineList) -> LineOperation {
        switch self {
        case .eachLine: EachLineOperation(file, showingIn: list)
        case .batches: BatchOperation(file, showingIn: list)
        case .lateBatches: LateBatchOperation(file, showingIn: list)
        case .batchesWithFlag: FlagBatchOperation(file, showingIn: list)
        }
    }
}

/// An app that reads a file in the background and shows its lines.
struct LineApp {
    let queue: OperationQueue
    let list: LineList
    let operation: LineOperation

    init(_ file: TextFile, _ delivery: Delivery, _ list: LineList) {
        self.list = list
        operation = delivery.operation(file, showingIn: list)
        queue = OperationQueue()
        queue.name = "line reader"
        queue.maxConcurrentOperationCount = 1
    }

    func start() { queue.addOperation(operation) }

    /// The user presses "Cancel".
    func cancel() {
        operation.cancel()
        list.close()
    }
}

/// Reads in an operation, as an app does, and waits for its end.
func readInBackground(_ read: @escaping @Sendable () throws -> LineTally) throws -> LineTally {
    let result = Mutex<Result<LineTally, any Error>?>(nil)
    let operation = BlockOperation {
        let ended = Result { try read() }
        result.withLock { $0 = ended }
    }
    operation.name = "read lines"
    let queue = OperationQueue()
    queue.name = "line reader"
    queue.addOperation(operation)
    operation.waitUntilFinished()
    return try result.withLock { $0 }?.get() ?? LineTally()
}
