import Foundation

/// Two counting operations on one queue. Both print while they count, so their lines mix.
public func countTogether(upTo limit: Int, meeting: Meeting? = nil) -> Observations {
    let console = Console()
    let operationQueue = OperationQueue()
    operationQueue.name = "operationQueue"
    operationQueue.addOperation(CountingOperation("first", 0..<limit, console, meeting: meeting))
    operationQueue.addOperation(CountingOperation("second", 0..<limit, console, meeting: meeting))
    operationQueue.waitUntilAllOperationsAreFinished()
    return Observations(console)
}

/// The fix: each of the two collects its numbers, and prints them in one piece.
public func collectFirst(upTo limit: Int, meeting: Meeting? = nil) -> Observations {
    let console = Console()
    let operationQueue = OperationQueue()
    operationQueue.name = "operationQueue"
    operationQueue.addOperation(CollectingOperation("first", 0..<limit, console, meeting: meeting))
    operationQueue.addOperation(CollectingOperation("second", 0..<limit, console, meeting: meeting))
    operationQueue.waitUntilAllOperationsAreFinished()
    return Observations(console)
}
