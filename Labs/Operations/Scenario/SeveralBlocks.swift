import Foundation

/// One block operation with three blocks, and a completion block.
///
/// The operation is finished when its last block has returned. Then its completion block is
/// submitted, to a queue of the system.
public func runSeveralBlocks(completed: DispatchSemaphore = DispatchSemaphore(value: 0)) -> Observations {
    let console = Console()
    let operationQueue = OperationQueue()
    operationQueue.name = "operationQueue"

    let operation = BlockOperation { runBlock("block 1") }
    operation.name = "three blocks"
    operation.addExecutionBlock { runBlock("block 2") }
    operation.addExecutionBlock { runBlock("block 3") }
    operation.completionBlock = {
        console.printThreads(from: "completion block")
        completed.signal()
    }
    operationQueue.addOperation(operation)

    completed.wait()
    return Observations(console)

    @Sendable func runBlock(_ name: String) {
        console.printThreads(from: name)
        calculate(100)
        console.print("has ended", from: name)
    }
}
