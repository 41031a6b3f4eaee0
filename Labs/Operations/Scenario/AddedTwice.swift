import Foundation

/// The bug: one operation is added to a queue twice.
///
/// An operation runs once, and belongs to one queue. Foundation stops the program.
public func addTwice() {
    let console = Console()
    let operationQueue = OperationQueue()
    operationQueue.name = "operationQueue"
    let operation = BlockOperation { calculate(100) }
    operation.name = "resize"

    operationQueue.addOperation(operation)
    console.print("Added once")
    operationQueue.addOperation(operation)
    console.print("Added twice")

    operationQueue.waitUntilAllOperationsAreFinished()
}
