import Foundation

/// Adds two operations to a queue. The queue calls `start()`, on threads of the thread pool.
///
/// `addOperation` returns immediately, so the main thread goes on.
public func runOnQueue(meeting: Meeting? = nil) -> Observations {
    let console = Console()
    let operationQueue = OperationQueue()
    operationQueue.name = "operationQueue"

    let firstOperation = BlockOperation {
        meeting?.meet()
        console.print("Parameter = 111", from: "first")
        console.printThreads(from: "first")
        calculate(100)
    }
    firstOperation.name = "first"
    let secondOperation = BlockOperation {
        meeting?.meet()
        console.print("Parameter = 222", from: "second")
        console.printThreads(from: "second")
        calculate(100)
    }
    secondOperation.name = "second"

    operationQueue.addOperation(firstOperation)
    operationQueue.addOperation(secondOperation)
    console.print("Main thread is here")
    let waiting = operationQueue.operationCount
    meeting?.meet()

    operationQueue.waitUntilAllOperationsAreFinished()
    return Observations(console, operationsInQueue: waiting)
}
