import Foundation

/// A picture has to be loaded before it can be filtered.
func scenario() -> String {
    let queue = OperationQueue()
    let lock = NSLock()
    var steps: [String] = []
    let load = BlockOperation { lock.withLock { steps.append("load") } }
    let filter = BlockOperation { lock.withLock { steps.append("filter") } }
    load.name = "load"
    filter.name = "filter"
    // filter needs load
    queue.addOperations([filter, load], waitUntilFinished: true)
    return steps.joined(separator: ", ")
}

func allowed(_ steps: String) -> Bool { steps == "load, filter" }
