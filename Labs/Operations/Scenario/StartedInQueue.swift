import Foundation

/// The bug: an operation is added to a queue, and then started by hand.
///
/// The queue starts it too, so there are two starts. The result depends on how far the queue has
/// come. If the operation is running, Foundation stops the program.
public func startInQueue(meeting: Meeting? = nil) {
    let console = Console()
    let operationQueue = OperationQueue()
    operationQueue.name = "operationQueue"
    let operation = BlockOperation {
        console.printThreads(from: "resize")
        meeting?.meet()
        calculate(100)
        meeting?.waitForEnd()
    }
    operation.name = "resize"

    operationQueue.addOperation(operation)
    meeting?.meet()
    console.print("Main thread calls start()")
    operation.start()
    meeting?.end()

    operationQueue.waitUntilAllOperationsAreFinished()
}
