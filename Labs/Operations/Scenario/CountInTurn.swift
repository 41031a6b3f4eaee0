import Foundation

/// The queue runs one operation at a time, so the two outputs cannot mix.
public func countInTurn(upTo limit: Int) -> Observations {
    let console = Console()
    let operationQueue = OperationQueue()
    operationQueue.name = "operationQueue"
    operationQueue.maxConcurrentOperationCount = 1
    operationQueue.addOperation(CountingOperation("first", 0..<limit, console))
    operationQueue.addOperation(CountingOperation("second", 0..<limit, console))
    operationQueue.waitUntilAllOperationsAreFinished()
    return Observations(console)
}
